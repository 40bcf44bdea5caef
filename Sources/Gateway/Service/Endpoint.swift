import Basics
import HTTP

/// An endpoint of the API, parsed from a path.
enum Endpoint: Hashable, Sendable {
    case list(Kind)
    case object(Kind, id: Int)
    /// The objects of a kind that are related to one object.
    case related(Kind, id: Int, Kind)
    case index

    /// Throws `unknownPath` if the path has no endpoint.
    init(path: Substring) throws(GatewayError) {
        var segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { PercentEncoding.decodeLeniently($0, plusAsSpace: false) }
        segments.removeFirst()
        // Many clients send a trailing slash.
        if segments.last == "" { segments.removeLast() }
        switch segments.count {
        case 0: self = .index
        case 3...5 where segments[0] == "v1" && segments[1] == "public":
            guard let kind = Kind(rawValue: segments[2]) else { throw .unknownPath(String(path)) }
            guard segments.count > 3 else { self = .list(kind); return }
            // No object has the id 0, which is used for an invalid one.
            let id = Digits.id(segments[3]) ?? 0
            guard segments.count > 4 else { self = .object(kind, id: id); return }
            guard let other = Kind(rawValue: segments[4]), other != kind else { throw .unknownPath(String(path)) }
            self = .related(kind, id: id, other)
        default: throw .unknownPath(String(path))
        }
    }
}
