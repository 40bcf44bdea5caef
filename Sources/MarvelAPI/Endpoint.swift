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
            query: [start].compactMap(\.self) + [Parameter(name: "orderBy", value: "name")] + parameters(query.range))
    }

    static func hero(_ id: Hero.ID) -> Endpoint { Endpoint(path: "/characters/\(id)", query: []) }

    static func works(_ kind: WorkKind, of hero: Hero.ID, _ range: PageRange) -> Endpoint {
        Endpoint(path: "/characters/\(hero)/\(kind.apiName)", query: parameters(range))
    }

    private static func parameters(_ range: PageRange) -> [Parameter] {
        let range = range.askable
        return [
            Parameter(name: "limit", value: "\(range.limit)"), Parameter(name: "offset", value: "\(range.offset)"),
        ]
    }

    /// The whole URL, for one signed call.
    func url(below base: String, _ signature: Signature) -> String {
        let pairs = (query + signature.parameters).map { "\($0.name)=\(PercentEncoding.encode($0.value))" }
        return "\(base)\(path)?\(pairs.joined(separator: "&"))"
    }
}

extension PageRange {
    /// The nearest range that the API takes: it refuses limits outside of 1 to 100 and negative offsets.
    var askable: PageRange { PageRange(offset: max(offset, 0), limit: min(max(limit, 1), PageRange.largestLength)) }
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
