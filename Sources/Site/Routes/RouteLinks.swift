import Basics
import HTML
import HTTP
import Heroes

extension Route {
    /// Parses a request target: a path with an optional query.
    init(target: String) throws(RouteError) { try self.init(Request(target: target)) }

    /// The request target: the percent-encoded path with the query.
    var target: String {
        let address = address
        var text = address.path
        var separator = "?"
        for (name, value) in address.query {
            guard let value else { continue }
            // Numbers, kinds, hyphens and commas need no encoding.
            text += separator + name + "=" + (["ids", "works"].contains(name) ? value : PercentEncoding.encode(value))
            separator = "&"
        }
        return text
    }

    var url: SafeURL { .path(target) }

    /// The target with a fragment that scrolls to the hero's card.
    func url(at hero: Hero.ID) -> SafeURL { .path("\(target)#hero-\(hero)") }

    static func heroes(search: String?, page: Int) -> Route { .list(.heroes(search: search, page: page)) }

    /// The first page of all heroes.
    static let allHeroes = HeroList.all.route

    /// Returns the first page of all topics of a kind.
    static func all(_ kind: TopicKind) -> Route { .section(kind, of: .source, slug: nil, page: 1) }

    static func index(_ letter: String, page: Int) -> Route { .list(.index(letter, page: page)) }

    static func favourites(page: Int, _ order: Order = .added) -> Route {
        .list(.favourites(page: page, order))
    }

    static func shared(_ ids: [Hero.ID], page: Int) -> Route { .list(.shared(ids, page: page)) }

    /// Returns the canonical address of a hero.
    static func hero(_ id: Hero.ID, named name: String) -> Route { .hero(id, slug: Slug.of(name)) }

    /// Returns the canonical address of a topic. Stories have no page of their own; a story's is that of its comic.
    static func topic(_ topic: Topic) -> Route? {
        let target = topic.kind == .stories ? topic.parents.first { $0.id?.kind == .comics } : nil
        return Self.topic(target ?? TopicReference(topic.title, topic.id))
    }

    /// Returns the canonical address of a topic; nil if the source does not have the topic or it is a story.
    static func topic(_ topic: TopicReference) -> Route? {
        guard let id = topic.id, id.kind != .stories else { return nil }
        return .list(.topic(id, slug: Slug.of(topic.title), page: 1))
    }

    /// The list at this address, or the list in the address of a hero's page.
    var list: HeroList? {
        switch self {
        case .list(let list): list
        case .hero(_, _, let list), .section(_, _, _, _, _, let list): list
        default: nil
        }
    }

    /// The topic that the page is about.
    var topic: TopicID? {
        switch self {
        case .list(.topic(let id, _, _)), .section(_, .topic(let id), _, _, _, _): id
        default: nil
        }
    }

    /// True if the page has hearts, so that a toggle may redirect back to it.
    var hasHearts: Bool {
        switch self {
        case .home, .list, .hero, .section, .path, .pathSearch: true
        default: false
        }
    }

    static func path(file name: String) -> String {
        name.split(separator: "/").map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    }

    static func segment(_ id: Hero.ID, _ slug: String?) -> String {
        guard let slug, !slug.isEmpty else { return String(id) }
        return String(id) + "-" + PercentEncoding.encode(slug)
    }

    /// Returns a comma-separated list; nil if it is empty.
    static func text(_ items: [some CustomStringConvertible]) -> String? {
        items.isEmpty ? nil : items.map(\.description).joined(separator: ",")
    }
}

extension HeroList {
    static let all = heroes(search: nil, page: 1)

    /// Parses the `from` parameter of a hero's page. Returns nil if the target is not the address of a list.
    init?(target: String) {
        // A nested `from` is ignored.
        guard !target.contains("from="), case .list(let list)? = try? Route(target: target) else { return nil }
        self = list
    }
}

extension TopicID {
    /// The kind and number, such as `comics-123`, as in queries and in the ids of elements.
    var text: String { "\(kind.rawValue)-\(number)" }
}
