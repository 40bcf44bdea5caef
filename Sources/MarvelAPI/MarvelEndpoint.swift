import Basics
import Heroes

/// An API endpoint: the path below `/v1/public`, and the query without authentication.
struct MarvelEndpoint: Sendable {
    let path: String
    /// The parameters, not percent-encoded.
    let query: [(name: String, value: String)]

    /// `isExtended` is true for the gateway, which has filters, and orders by fame, by the first appearance and by the
    /// part of a hero in a topic.
    static func heroes(_ query: HeroQuery, isExtended: Bool = false) -> MarvelEndpoint {
        let start = query.nameStartsWith.flatMap { $0.isBlank ? nil : (name: "nameStartsWith", value: $0) }
        // The heroes of a person come by their number of comics.
        let extended = query.topic != nil ? "role,-fame,name" : query.order.keys
        let order = query.topic?.kind == .people ? nil : (name: "orderBy", value: isExtended ? extended : "name")
        return MarvelEndpoint(
            path: (query.topic.map(path) ?? "") + "/characters",
            query: [start].compactMap(\.self) + (isExtended ? query.filter.parameters : [])
                + [order].compactMap(\.self) + parameters(query.range))
    }

    /// The gateway's own search, for heroes with the first results of other kinds, or for topics of one kind.
    static func search(_ text: String, _ range: PageRange, _ kind: TopicKind? = nil) -> MarvelEndpoint {
        let kind = kind.map { [(name: "kind", value: $0.path)] } ?? []
        return MarvelEndpoint(path: "/search", query: [("q", text)] + kind + parameters(range))
    }

    static func hero(_ id: Hero.ID) -> MarvelEndpoint { MarvelEndpoint(path: "/characters/\(id)", query: []) }

    static func path(_ start: Hero.ID, _ end: Hero.ID) -> MarvelEndpoint {
        MarvelEndpoint(path: "/characters/\(start)/to/\(end)", query: [])
    }

    static func topic(_ id: TopicID) -> MarvelEndpoint { MarvelEndpoint(path: path(id), query: []) }

    static func topics(
        _ kind: TopicKind, of owner: TopicOwner, by order: TopicOrder? = nil, _ range: PageRange
    ) -> MarvelEndpoint {
        let (start, query): (String, [(name: String, value: String)]) =
            switch owner {
            case .source: ("", [])
            case .search(let text): ("", [("\(kind.nameField)StartsWith", text)])
            case .hero(let id): ("/characters/\(id)", [])
            case .topic(let id): (path(id), [])
            }
        let orderBy = order.flatMap(kind.orderBy).map { [(name: "orderBy", value: $0)] } ?? []
        return MarvelEndpoint(path: "\(start)/\(kind.path)", query: query + orderBy + parameters(range))
    }

    /// The endpoint with the facts of its heroes, or the parts of its topics, which only the gateway has.
    var withFacts: MarvelEndpoint { MarvelEndpoint(path: path, query: query + [("facts", "true")]) }

    private static func path(_ topic: TopicID) -> String { "/\(topic.kind.path)/\(topic.number)" }

    private static func parameters(_ range: PageRange) -> [(name: String, value: String)] {
        [("limit", "\(range.limit)"), ("offset", "\(range.offset)")]
    }

    /// Returns the complete URL of a signed request.
    func url(below base: String, _ signature: Signature) -> String {
        let pairs = (query + signature.parameters).map { "\($0.name)=\(PercentEncoding.encode($0.value))" }
        return "\(base)\(path)?\(pairs.joined(separator: "&"))"
    }
}

extension HeroOrder {
    fileprivate var keys: String {
        switch self {
        case .name: "name"
        case .known: "-fame,name"
        case .first: "firstAppearance,name"
        }
    }
}

extension HeroFilter {
    fileprivate var parameters: [(name: String, value: String)] {
        values.map { ($0.name == "team" ? "teams" : $0.name, $0.value) }
    }

    /// Reads the parameters in an answer; nil if there are none.
    init?(_ fields: ResponseFields?) {
        guard let fields else { return nil }
        self.init(
            team: fields.int("teams"), side: fields.text("side").flatMap(Side.init),
            gender: fields.text("gender").flatMap(Gender.init), decade: fields.int("decade"))
        if isEmpty { return nil }
    }
}

extension TopicKind {
    /// The kind in paths and URIs.
    var path: String { self == .people ? "creators" : rawValue }

    /// The field of names, of which a prefix can be searched.
    fileprivate var nameField: String { self == .comics || self == .series ? "title" : "name" }

    /// The field of dates; nil for kinds without an order.
    private var dateField: String? { [.comics: "onsaleDate", .series: "startYear", .events: "startDate"][self] }

    /// The orders of lists; first the order without a parameter.
    var orders: [TopicOrder] {
        switch self {
        case .comics: [.newest, .oldest, .name]
        case .events, .series: [.name, .oldest, .newest]
        case .teams: [.largest, .name]
        case .stories, .people: []
        }
    }

    /// Returns the parameter for an order; nil if the kind has none.
    fileprivate func orderBy(_ order: TopicOrder) -> String? {
        if order == .role { return (["role"] + [dateField.map { "-" + $0 }].compactMap(\.self)).joined(separator: ",") }
        if self == .teams { return order == .name ? nameField : "-fame,\(nameField)" }
        guard let dateField else { return nil }
        return switch order {
        case .role, .largest: nil
        case .newest: "-" + dateField
        case .oldest: dateField
        case .name: nameField
        }
    }
}
