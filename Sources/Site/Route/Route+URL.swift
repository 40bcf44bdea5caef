import Basics
import HTML
import HTTP
import Heroes

extension Route {
    /// The request target: the percent-encoded path with the query.
    var target: String {
        var text = path
        var separator = "?"
        for (name, value) in fields {
            guard let value else { continue }
            // Digits and commas need no encoding.
            text += separator + name + "=" + (name == "ids" ? value : PercentEncoding.encode(value))
            separator = "&"
        }
        return text
    }

    /// The path without the query.
    var path: String {
        switch self {
        case .home: "/"
        case .list(let list): list.path
        case .random: "/heroes/random"
        case .hero(let id, let slug, _): "/heroes/" + Self.segment(id, slug)
        case .section(let section, let id, let slug, _, _): "/heroes/\(Self.segment(id, slug))/\(section.rawValue)"
        case .about: "/about"
        case .transitions: "/heroes/transitions.css"
        case .export(let format): "/favourites." + format.rawValue
        case .importFavourites: "/favourites/import"
        case .clear: "/favourites/clear"
        case .undo: "/favourites/undo"
        case .transferCode: "/favourites/code"
        case .transfer: "/favourites/move"
        case .favourite(let id): "/favourites/" + String(id)
        case .forget: "/favourites/forget"
        case .file(let name): "/static/" + Self.path(file: name)
        case .sitemap: "/sitemap.xml"
        case .robots: "/robots.txt"
        case .manifest: "/manifest.webmanifest"
        case .searchDescription: "/opensearch.xml"
        case .favicon: "/favicon.ico"
        case .health: "/healthz"
        case .examples: "/_gallery"
        }
    }

    /// The query parameters; those with a nil value are omitted.
    var fields: [(name: String, value: String?)] {
        switch self {
        case .list(let list): list.fields
        case .transfer(let code): [("code", code)]
        case .hero(_, _, let list): [("from", list?.route.target)]
        case .section(_, _, _, let page, let list): [("page", Self.text(page: page)), ("from", list?.route.target)]
        case .transitions(let ids): [("ids", ids.map(String.init).joined(separator: ","))]
        case .sitemap(let part): [("part", part.map(String.init))]
        case .examples(let example): [("view", example?.view), ("example", (example?.number).map(String.init))]
        default: []
        }
    }

    /// The target as a link.
    var url: SafeURL { .path(target) }

    /// The target with a fragment that scrolls to the hero's card.
    func url(at hero: Hero.ID) -> SafeURL { .path("\(target)#hero-\(hero)") }

    /// Returns the canonical address of a hero.
    static func hero(_ id: Hero.ID, named name: String) -> Route { .hero(id, slug: Slug.of(name)) }

    private static func path(file name: String) -> String {
        name.split(separator: "/").map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    }

    private static func segment(_ id: Hero.ID, _ slug: String?) -> String {
        guard let slug, !slug.isEmpty else { return String(id) }
        return String(id) + "-" + PercentEncoding.encode(slug)
    }

    /// Returns the `page` parameter; nil for the first page, so that it has only one address.
    static func text(page: Int) -> String? { page == 1 ? nil : String(page) }
}
