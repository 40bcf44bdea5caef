import Basics
import Heroes

/// One question to the API: the path below `/v1/public` and its own part of the query.
struct Endpoint: Hashable, Sendable {
    let path: String
    let query: [Parameter]

    /// One name and value of a query, not yet percent-encoded.
    struct Parameter: Hashable, Sendable {
        let name: String
        let value: String
    }

    static func heroes(_ query: HeroQuery) -> Endpoint {
        let start = query.nameStartsWith.flatMap { $0.isBlank ? nil : Parameter(name: "nameStartsWith", value: $0) }
        return Endpoint(
            path: "/characters",
            query: [start].compactMap(\.self) + [Parameter(name: "orderBy", value: "name")] + parameters(query.window))
    }

    static func hero(_ id: Hero.ID) -> Endpoint { Endpoint(path: "/characters/\(id)", query: []) }

    static func works(_ kind: WorkKind, of hero: Hero.ID, _ window: Window) -> Endpoint {
        Endpoint(path: "/characters/\(hero)/\(kind.apiName)", query: parameters(window))
    }

    private static func parameters(_ window: Window) -> [Parameter] {
        let window = window.askable
        return [
            Parameter(name: "limit", value: "\(window.limit)"), Parameter(name: "offset", value: "\(window.offset)"),
        ]
    }

    /// The whole URL, for one signed call.
    func url(below base: String, _ signature: Signature) -> String {
        let pairs = (query + signature.parameters).map { "\($0.name)=\(PercentEncoding.encode($0.value))" }
        return "\(base)\(path)?\(pairs.joined(separator: "&"))"
    }
}

extension Window {
    /// The nearest window that the API takes: it refuses limits outside of 1 to 100 and negative offsets.
    var askable: Window { Window(offset: max(offset, 0), limit: min(max(limit, 1), Window.largestLength)) }
}

extension WorkKind {
    /// The word in the API's paths.
    fileprivate var apiName: String {
        switch self {
        case .comics: "comics"
        case .events: "events"
        case .stories: "stories"
        case .series: "series"
        }
    }
}
