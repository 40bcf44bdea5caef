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

    /// The part of the page about the site that says where to report a mistake.
    static let reportURL = SafeURL.path(Route.document(.page(.about)).target + "#report")

    /// The first page of all heroes.
    static let allHeroes = HeroList.all(page: 1).route

    /// Returns the first page of the results of a search.
    static func search(_ text: String) -> Route { HeroList.search(text, page: 1).route }

    /// Returns the first page of the heroes under a letter.
    static func letter(_ letter: String) -> Route { HeroList.letter(letter, page: 1).route }

    /// The list at this address, or the list in the address of a hero's page.
    var list: HeroList? {
        switch self {
        case .list(let list): list
        case .hero(.page(_, _, let list)), .topics(.list(_, _, _, _, _, let list)): list
        default: nil
        }
    }

    /// The topic that the page is about.
    var topic: TopicID? {
        switch self {
        case .list(.topic(let id, _, _)), .topics(.list(_, .topic(let id), _, _, _, _)): id
        default: nil
        }
    }

    /// True if GET shows a page, not a file or the result of a form.
    var isPage: Bool {
        let address = address
        return address.methods.contains(.get)
            && ![.export, .transitions, .file, .document].contains(address.name)
    }

    /// True if the page has hearts, so that a toggle may redirect back to it.
    var hasHearts: Bool {
        switch self {
        case .hero(.random): false
        case .home, .list, .topics(.list), .hero: true
        default: false
        }
    }
}

/// The parts of paths and queries.
extension Route {
    static func path(_ hero: Hero.ID, _ slug: String?) -> String { "/heroes/" + segment(hero, slug) }

    static func path(_ topic: TopicID, _ slug: String?) -> String {
        "/\(topic.kind.rawValue)/\(segment(topic.number, slug))"
    }

    static func segment(_ number: Int, _ slug: String?) -> String {
        guard let slug, !slug.isEmpty else { return String(number) }
        return String(number) + "-" + PercentEncoding.encode(slug)
    }

    /// Returns a comma-separated list; nil if it is empty.
    static func text(_ items: [some CustomStringConvertible]) -> String? {
        items.isEmpty ? nil : items.map(\.description).joined(separator: ",")
    }
}

extension TopicID {
    /// The kind and number, such as `comics-123`, as in queries and in the ids of elements.
    var text: String { "\(kind.rawValue)-\(number)" }
}
