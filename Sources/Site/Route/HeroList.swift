import Basics
import HTTP
import Heroes

/// A list of heroes: its address, its title, and the neighbours of a hero in it.
package enum HeroList: Hashable, Sendable {
    /// `/heroes?q=spi&page=2`: all heroes, or the results of a search.
    case heroes(search: String?, page: Int)
    /// `/heroes/a-z` and `/heroes/a-z/b?page=2`: the names under one of `letters`.
    case index(String, page: Int)
    /// `/favourites?sort=name&page=2`
    case favourites(page: Int, Route.Order = .added)
    /// `/heroes?ids=1009610,1009368&page=2`: a shared selection of heroes.
    case shared([Hero.ID], page: Int)
    /// `/events/116-civil-war?page=2`: the heroes of a comic, event or series, on its page.
    case work(WorkID, slug: String?, page: Int)

    /// The sections of the index: the letters, `0-9` for names that sort before the letters, and `other` for names that
    /// sort after them.
    static let letters = ["0-9"] + "abcdefghijklmnopqrstuvwxyz".map(String.init) + ["other"]

    /// The path without the query.
    var path: String {
        switch self {
        case .heroes, .shared: "/heroes"
        case .index("a", _): "/heroes/a-z"
        case .index(let letter, _): "/heroes/a-z/" + PercentEncoding.encode(letter)
        case .favourites: "/favourites"
        case .work(let id, let slug, _): "/\(id.kind.rawValue)/" + Route.segment(id.number, slug)
        }
    }

    /// The query parameters; those with a nil value are omitted.
    var fields: [(name: String, value: String?)] {
        switch self {
        case .heroes(let search, let page): [("q", search), ("page", Route.text(page: page))]
        case .index(_, let page), .work(_, _, let page): [("page", Route.text(page: page))]
        case .favourites(let page, let order):
            [("sort", order == .added ? nil : order.rawValue), ("page", Route.text(page: page))]
        case .shared(let ids, let page):
            [("ids", ids.map(String.init).joined(separator: ",")), ("page", Route.text(page: page))]
        }
    }

    /// Parses the path segments and the query. Returns nil if they belong to another page.
    init?(segments: [String], _ query: Form) throws(RouteError) {
        switch (segments.first, segments.dropFirst().first, segments.count) {
        case ("heroes", nil, 1) where query["ids"] != nil:
            self = .shared(try RouteField.ids(query), page: try RouteField.page(query))
        case ("heroes", nil, 1):
            self = .heroes(search: try RouteField.search(query), page: try RouteField.page(query))
        case ("heroes", "a-z", ...3):
            self = .index(try RouteField.letter(segments.dropFirst(2).first), page: try RouteField.page(query))
        case ("favourites", nil, 1):
            self = .favourites(page: try RouteField.page(query), query["sort"].flatMap(Route.Order.init) ?? .added)
        case (let kind?, let work?, 2):
            guard let kind = WorkKind(rawValue: kind), kind != .stories else { return nil }
            let (number, slug) = try RouteField.entity(work, named: kind.noun)
            self = .work(WorkID(kind, number), slug: slug, page: try RouteField.page(query))
        default: return nil
        }
    }

    /// Parses the `from` parameter of a hero's page. Returns nil if the target is not the address of a list.
    init?(target: String) {
        // A nested `from` is ignored.
        guard !target.contains("from="), case .list(let list)? = try? Route(target: target) else { return nil }
        self = list
    }

    var route: Route { .list(self) }

    /// Returns the title of the list in a link back to it.
    func title(_ source: any HeroSource) -> String {
        switch self {
        case .work(let id, let slug, _): source.cachedWork(id)?.heading ?? Slug.words(slug, or: id.kind.heading)
        case .favourites: "Your favourites"
        case .index: "A–Z"
        case .shared: "Shared heroes"
        case .heroes(.some, _): "Search results"
        case .heroes: "All heroes"
        }
    }

    /// The name of the route in metrics and logs.
    var name: Route.Name {
        switch self {
        case .heroes(let search, _): search == nil ? .heroes : .search
        case .index: .index
        case .favourites: .favourites
        case .shared: .shared
        case .work: .work
        }
    }

    /// Returns the heroes before and after a hero in the list, as far as they are cached.
    func neighbours(of id: Hero.ID, _ context: PageContext, _ request: PageRequest) async -> Neighbours {
        switch self {
        case .favourites(_, let order):
            let favourites = request.favourites.sorted(by: order)
            return Neighbours(of: id, in: favourites.map(\.id)) { index in
                NeighbourView(
                    id: favourites[index].id, name: favourites[index].name,
                    list: .favourites(page: index / PageRange.pageLength + 1, order))
            }
        case .shared(let ids, _):
            return Neighbours(of: id, in: ids) { index in
                context.source.cachedHero(ids[index]).map {
                    NeighbourView(id: $0.id, name: $0.name, list: .shared(ids, page: index / PageRange.pageLength + 1))
                }
            }
        case .heroes(nil, let page):
            return await Neighbours(of: id, around: page, context) { page, source in
                (.heroes(search: nil, page: page), try await source.heroes(HeroQuery(range: .page(page))))
            }
        case .heroes(let search?, let page):
            return await Neighbours(of: id, around: page, context) { page, source in
                (.heroes(search: search, page: page), try await source.matches(search, .page(page)).map(\.hero))
            }
        case .work(let work, let slug, let page):
            return await Neighbours(of: id, around: page, context) { page, source in
                let query = HeroQuery(in: work, range: .page(page))
                return (.work(work, slug: slug, page: page), try await source.heroes(query))
            }
        case .index(let letter, let page):
            return await Neighbours(of: id, around: page, context) { page, source in
                (.index(letter, page: page), try await source.heroes(under: letter, page: page))
            }
        }
    }
}

extension Route {
    static func heroes(search: String?, page: Int) -> Route { .list(.heroes(search: search, page: page)) }

    static func index(_ letter: String, page: Int) -> Route { .list(.index(letter, page: page)) }

    static func favourites(page: Int, _ order: Order = .added) -> Route {
        .list(.favourites(page: page, order))
    }

    static func shared(_ ids: [Hero.ID], page: Int) -> Route { .list(.shared(ids, page: page)) }

    /// The list at this address, or the list in the address of a hero's page.
    var list: HeroList? {
        switch self {
        case .list(let list): list
        case .hero(_, _, let list), .section(_, _, _, _, let list): list
        default: nil
        }
    }

    /// The work that the page is about.
    var work: WorkID? {
        switch self {
        case .list(.work(let id, _, _)), .section(_, .work(let id), _, _, _): id
        default: nil
        }
    }

    /// True if the page has hearts, so that a toggle may redirect back to it.
    var hasHearts: Bool {
        switch self {
        case .list, .hero, .section: true
        default: false
        }
    }
}
