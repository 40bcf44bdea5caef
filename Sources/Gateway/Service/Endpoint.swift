import Basics
import HTTP

/// The names of endpoints in logs and metrics.
package enum EndpointName: String, CaseIterable, Sendable {
    case list, object, path, search, overview, openapi, unknown

    /// Returns the endpoint of a request.
    package init(_ request: Request) {
        self = (try? Endpoint(path: request.path))?.name ?? .unknown
    }
}

/// An endpoint of the API, parsed from a path.
enum Endpoint: Hashable, Sendable {
    /// The objects of a kind, or those of them that are related to one object.
    case list(Kind, of: ObjectKey?)
    case object(Kind, id: Int)
    /// The path from one hero to another.
    case heroPath(from: Int, to: Int)
    case search
    /// The page for people, and the description for programs.
    case index, openAPI

    /// True if it needs keys, and counts for the daily limit.
    var isCall: Bool { self != .index && self != .openAPI }

    var name: EndpointName {
        switch self {
        case .list: .list
        case .object: .object
        case .heroPath: .path
        case .search: .search
        case .index: .overview
        case .openAPI: .openapi
        }
    }

    /// Throws `unknownPath` if the path has no endpoint.
    init(path: Substring) throws(GatewayError) {
        var segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { PercentEncoding.decodeLeniently($0, plusAsSpace: false) }
        segments.removeFirst()
        // Many clients send a trailing slash.
        if segments.last == "" { segments.removeLast() }
        switch segments.count {
        case 0: self = .index
        case 1 where segments[0] == "openapi.json": self = .openAPI
        case 3...5 where segments[0] == "v1" && segments[1] == "public":
            if segments.count == 3, segments[2] == "search" { self = .search; return }
            guard let kind = Kind(rawValue: segments[2]) else { throw .unknownPath(String(path)) }
            guard segments.count > 3 else { self = .list(kind, of: nil); return }
            // No object has the id 0, which is used for an invalid one.
            let id = Digits.id(segments[3]) ?? 0
            guard segments.count > 4 else { self = .object(kind, id: id); return }
            guard let other = kind.related.first(where: { $0.rawValue == segments[4] }) else {
                throw .unknownPath(String(path))
            }
            self = .list(other, of: ObjectKey(kind, id))
        case 6 where segments[..<3] == ["v1", "public", "characters"] && segments[4] == "to":
            self = .heroPath(from: Digits.id(segments[3]) ?? 0, to: Digits.id(segments[5]) ?? 0)
        default: throw .unknownPath(String(path))
        }
    }
}
