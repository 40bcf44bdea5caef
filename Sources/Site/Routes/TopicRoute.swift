import HTTP
import Heroes

/// A list of topics of one kind, or of comics as a file.
package enum TopicRoute: Hashable, Sendable {
    /// `/heroes/1009610-spider-man/comics?sort=oldest&page=2`, `/events/116-civil-war/comics`, `/teams` or `/comics?q=war`:
    /// all topics of one kind of a hero, a topic or the source, or those that a search finds.
    case list(TopicKind, of: TopicOwner, slug: String?, page: Int, by: TopicOrder?, from: HeroList?)
    /// `/heroes/1009610-spider-man/start.cbl` and `/events/116-civil-war/comics.cbl`: comics for comic readers.
    case readingList(TopicOwner, slug: String?)
}

extension TopicRoute {
    var address: Address {
        switch self {
        case .list(let kind, let owner, let slug, let page, let order, let list):
            let search: String? = if case .search(let text) = owner { text } else { nil }
            let query = [("q", search), ("sort", order?.rawValue), ("page", page > 1 ? String(page) : nil)]
            return Address(
                search == nil ? .topics : .search, "\(Self.path(owner, slug))/\(kind.rawValue)",
                query + [("from", list?.route.target)])
        case .readingList(let owner, let slug):
            return Address(.export, Self.path(owner, slug) + (owner.isHero ? "/start.cbl" : "/comics.cbl"))
        }
    }

    /// Returns the path of a hero or topic; empty for the source and a search.
    private static func path(_ owner: TopicOwner, _ slug: String?) -> String {
        switch owner {
        case .hero(let id): Route.path(id, slug)
        case .topic(let id): Route.path(id, slug)
        case .source, .search: ""
        }
    }

    /// Parses the address of a list of topics; returns nil for any other.
    init?(_ path: [String], _ query: Form) throws(RouteError) {
        switch path.segments {
        case ("heroes", let hero?, "start.cbl", nil):
            let (id, slug) = try Route.entity(hero, named: "hero")
            self = .readingList(.hero(id), slug: slug)
        case ("heroes", let hero?, let kind?, nil):
            guard let kind = TopicKind(rawValue: kind), TopicKind.ofHeroes.contains(kind) else { return nil }
            let (id, slug) = try Route.entity(hero, named: "hero")
            self = try Self.list(kind, of: .hero(id), slug: slug, query)
        case (let kind, let topic, let section, nil):
            guard let kind = TopicKind(segment: kind) else { return nil }
            try self.init(kind, topic, section, query)
        default: return nil
        }
    }

    /// Parses `/events`, `/events?q=war` and what is below `/events/116-civil-war`.
    private init?(_ kind: TopicKind, _ topic: String?, _ section: String?, _ query: Form) throws(RouteError) {
        guard let topic else {
            self = try Self.list(kind, of: query.search.map(TopicOwner.search) ?? .source, slug: nil, query)
            return
        }
        let (number, slug) = try Route.entity(topic, named: kind.noun)
        let owner = TopicOwner.topic(TopicID(kind, number))
        if kind == .events, section == "comics.cbl" {
            self = .readingList(owner, slug: slug)
            return
        }
        guard let section = section.flatMap(TopicKind.init(rawValue:)), kind.sections.contains(section) else {
            return nil
        }
        self = try Self.list(section, of: owner, slug: slug, query)
    }

    private static func list(
        _ kind: TopicKind, of owner: TopicOwner, slug: String?, _ query: Form
    ) throws(RouteError) -> TopicRoute {
        let list = owner.isHero ? query.from : nil
        return .list(kind, of: owner, slug: slug, page: try query.page(), by: query.order, from: list)
    }
}

extension TopicOwner {
    fileprivate var isHero: Bool { if case .hero = self { true } else { false } }
}

extension TopicKind {
    /// Takes the first segment of an address. Stories have no pages of their own.
    init?(segment: String) {
        guard let kind = TopicKind(rawValue: segment), kind != .stories else { return nil }
        self = kind
    }
}

extension Route {
    static func topics(
        _ kind: TopicKind, of owner: TopicOwner, slug: String?, page: Int, by order: TopicOrder? = nil,
        from list: HeroList? = nil
    ) -> Route {
        .topics(.list(kind, of: owner, slug: slug, page: page, by: order, from: list))
    }

    /// Returns the first page of all topics of a kind.
    static func all(_ kind: TopicKind) -> Route { .topics(kind, of: .source, slug: nil, page: 1) }

    /// Returns the canonical address of a topic. Stories have no page of their own; a story's is that of its comic.
    static func topic(_ topic: Topic) -> Route? {
        let target = topic.kind == .stories ? topic.parents.first { $0.id?.kind == .comics } : nil
        return Self.topic(target ?? TopicReference(topic.title, topic.id))
    }

    /// Returns the canonical address of a topic; nil if the source does not have the topic or it is a story.
    static func topic(_ topic: TopicReference) -> Route? {
        guard let id = topic.id, id.kind != .stories else { return nil }
        return .topic(id, slug: Slug.of(topic.title), page: 1)
    }

    static func topic(_ id: TopicID, slug: String?, page: Int) -> Route { .list(.topic(id, slug: slug, page: page)) }
}
