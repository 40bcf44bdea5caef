import Basics
import HTTP

/// The endpoint of a path.
enum Endpoint: Hashable, Sendable {
    case list(Kind)
    case object(Kind, id: Int)
    /// The objects of a kind that are related to one object.
    case related(Kind, id: Int, Kind)
    /// An id that no object could have, such as a word.
    case impossible(Kind)
    case index

    /// Throws `unknownPath` if there is none.
    init(path: Substring) throws(GatewayError) {
        var segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { PercentEncoding.decodeLeniently($0, plusAsSpace: false) }
        segments.removeFirst()
        // Many clients write a slash before the question mark.
        if segments.last == "" { segments.removeLast() }
        switch segments.count {
        case 0: self = .index
        case 3...5 where segments[0] == "v1" && segments[1] == "public":
            guard let kind = Kind(rawValue: segments[2]) else { throw .unknownPath(String(path)) }
            guard segments.count > 3 else { self = .list(kind); return }
            var other: Kind?
            if segments.count == 5 {
                other = Kind(rawValue: segments[4])
                guard other != nil, other != kind else { throw .unknownPath(String(path)) }
            }
            self.init(kind, segments[3], other)
        default: throw .unknownPath(String(path))
        }
    }

    private init(_ kind: Kind, _ id: String, _ other: Kind?) {
        guard let id = Digits.id(id) else { self = .impossible(kind); return }
        self = other.map { .related(kind, id: id, $0) } ?? .object(kind, id: id)
    }
}
