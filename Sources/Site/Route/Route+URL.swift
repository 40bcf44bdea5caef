import HTML
import HTTP
import Heroes

extension Route {
    /// The address on this site, percent-encoded, starting with "/".
    package var path: String {
        switch self {
        case .home: "/"
        case .heroes(let search, let page): "/heroes" + Self.query([("q", search), ("page", Self.text(page: page))])
        case .hero(let id, let slug): "/heroes/" + Self.segment(id, slug)
        case .section(let section, let id, let slug, let page):
            "/heroes/\(Self.segment(id, slug))/\(section.rawValue)" + Self.query([("page", Self.text(page: page))])
        case .transitions(let ids): "/heroes/transitions.css?ids=" + ids.map(String.init).joined(separator: ",")
        case .favourites(let page): "/favourites" + Self.query([("page", Self.text(page: page))])
        case .favourite(let id): "/favourites/" + String(id)
        case .forget: "/favourites/forget"
        case .file(let name): "/static/" + PercentEncoding.encode(segment: name)
        case .health: "/healthz"
        case .examples(let example):
            "/_gallery" + Self.query([("view", example?.view), ("example", (example?.number).map(String.init))])
        }
    }

    /// The address as a link.
    package var url: SafeURL { .path(path) }

    /// The address with the hero's card in view.
    package func url(at hero: Hero.ID) -> SafeURL { .path("\(path)#hero-\(hero)") }

    /// The canonical address of a hero.
    package static func hero(_ id: Hero.ID, named name: String) -> Route { .hero(id, slug: Slug.of(name)) }

    private static func segment(_ id: Hero.ID, _ slug: String?) -> String {
        guard let slug, !slug.isEmpty else { return String(id) }
        return String(id) + "-" + PercentEncoding.encode(segment: slug)
    }

    /// The first page has no number in its address, so that it has one address only.
    private static func text(page: Int) -> String? { page == 1 ? nil : String(page) }

    private static func query(_ fields: [(name: String, value: String?)]) -> String {
        var query = ""
        for (name, value) in fields {
            guard let value else { continue }
            query += query.isEmpty ? "?" : "&"
            query += name + "=" + PercentEncoding.encode(query: value)
        }
        return query
    }
}
