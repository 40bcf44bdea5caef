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
            // Numbers, kinds, hyphens and commas need no encoding.
            text += separator + name + "=" + (["ids", "works"].contains(name) ? value : PercentEncoding.encode(value))
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
        case .section(let section, .hero(let id), let slug, _, _):
            "/heroes/\(Self.segment(id, slug))/\(section.rawValue)"
        case .section(let section, .work(let id), let slug, _, _):
            "\(HeroList.work(id, slug: slug, page: 1).path)/\(section.rawValue)"
        case .section(let section, .source, _, _, _): "/" + section.rawValue
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
        case .transitions(let ids, let works):
            [
                ("ids", ids.isEmpty ? nil : ids.map(String.init).joined(separator: ",")),
                ("works", works.isEmpty ? nil : works.map(\.text).joined(separator: ",")),
            ]
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

    /// Returns the canonical address of a work. Stories have no page of their own; a story's is that of its comic.
    static func work(_ work: Work) -> Route? {
        let target = work.kind == .stories ? work.parents.first { $0.id?.kind == .comics } : nil
        return Self.work(target ?? WorkReference(work.title, work.id))
    }

    /// Returns the canonical address of a work; nil if the source does not have the work or it is a story.
    static func work(_ work: WorkReference) -> Route? {
        guard let id = work.id, id.kind != .stories else { return nil }
        return .list(.work(id, slug: Slug.of(work.title), page: 1))
    }

    private static func path(file name: String) -> String {
        name.split(separator: "/").map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    }

    static func segment(_ id: Hero.ID, _ slug: String?) -> String {
        guard let slug, !slug.isEmpty else { return String(id) }
        return String(id) + "-" + PercentEncoding.encode(slug)
    }

    /// Returns the `page` parameter; nil for the first page, so that it has only one address.
    static func text(page: Int) -> String? { page == 1 ? nil : String(page) }
}

extension WorkID {
    /// The kind and number, such as `comics-123`, as in queries and in the ids of elements.
    var text: String { "\(kind.rawValue)-\(number)" }
}
