import HTTP
import Heroes

/// A list of heroes, which their pages lead back to.
package enum HeroList: Hashable, Sendable {
    /// `/heroes?page=2`, and `/heroes?team=5&side=villain&sort=known`: narrowed, and in another order.
    case all(HeroFilter = HeroFilter(), by: HeroOrder = .name, page: Int)
    /// `/heroes?q=spi&page=2`: the results of a search.
    case search(String, page: Int)
    /// `/heroes/a-z/b?page=2`: the names under one of `letters`; "a" is at `/heroes/a-z`.
    case letter(String, page: Int)
    /// `/heroes?ids=1009610,1009368&page=2`: a selection that a visitor shares.
    case shared([Hero.ID], page: Int)
    /// `/favourites?sort=name&page=2`
    case favourites(page: Int, FavouritesOrder)
    /// `/events/116-civil-war?page=2`: the heroes of a topic, on its page.
    case topic(TopicID, slug: String?, page: Int)

    /// The letters, `0-9` for names that sort before them, and `other` for names after them.
    static let letters = ["0-9"] + "abcdefghijklmnopqrstuvwxyz".map(String.init) + ["other"]

    var route: Route { .list(self) }
}

/// The order of favourites: newest first, or by name.
package enum FavouritesOrder: String, Sendable { case added, name }

extension HeroList {
    var address: Address {
        switch self {
        case .all(let filter, let order, let page):
            Address(
                .heroes, "/heroes",
                filter.values.map { ($0.name, $0.value) } + [("sort", order == .name ? nil : order.rawValue)],
                page: page)
        case .search(let text, let page): Address(.search, "/heroes", [("q", text)], page: page)
        case .letter("a", let page): Address(.index, "/heroes/a-z", page: page)
        case .letter(let letter, let page): Address(.index, "/heroes/a-z/" + letter, page: page)
        case .shared(let ids, let page): Address(.shared, "/heroes", [("ids", Route.text(ids))], page: page)
        case .favourites(let page, let order):
            Address(.favourites, "/favourites", [("sort", order == .added ? nil : order.rawValue)], page: page)
        case .topic(let id, let slug, let page): Address(.topic, Route.path(id, slug), page: page)
        }
    }

    /// Parses the address of a list; returns nil for any other.
    init?(_ path: [String], _ query: Form) throws(RouteError) {
        switch path.segments {
        case ("heroes", nil, nil, nil) where query["ids"] != nil:
            self = .shared(try query.ids(), page: try query.page())
        case ("heroes", nil, nil, nil):
            let page = try query.page()
            if let search = query.search {
                self = .search(search, page: page)
            } else {
                let order = query["sort"].flatMap(HeroOrder.init) ?? .name
                self = .all(try query.heroFilter(), by: order, page: page)
            }
        case ("heroes", "a-z", let letter, nil):
            self = .letter(try Self.parse(letter: letter), page: try query.page())
        case ("favourites", nil, nil, nil):
            self = .favourites(page: try query.page(), query["sort"].flatMap(FavouritesOrder.init) ?? .added)
        case (let kind, let topic?, nil, nil):
            guard let kind = TopicKind(segment: kind) else { return nil }
            let (number, slug) = try Route.entity(topic, named: kind.noun)
            self = .topic(TopicID(kind, number), slug: slug, page: try query.page())
        default: return nil
        }
    }

    /// Parses the `from` parameter of a hero's page. Returns nil if the target is not the address of a list.
    init?(target: String) {
        // A nested `from` is ignored.
        guard !target.contains("from="), case .list(let list)? = try? Route(target: target) else { return nil }
        self = list
    }

    private static func parse(letter: String?) throws(RouteError) -> String {
        let letter = letter?.lowercased() ?? "a"
        guard letters.contains(letter) else { throw .unknown }
        return letter
    }
}
