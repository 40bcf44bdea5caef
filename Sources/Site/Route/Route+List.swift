import Heroes

extension Route {
    /// The parts of the index: the letters, `0-9` for the names in front of them in the list of all heroes, and `other` for
    /// those behind.
    package static let letters = ["0-9"] + "abcdefghijklmnopqrstuvwxyz".map(String.init) + ["other"]

    /// A list of heroes, to which a hero's page can lead back.
    package enum List: Hashable, Sendable {
        case heroes(search: String?, page: Int)
        case index(String, page: Int)
        case favourites(page: Int, Order = .added)
        case shared([Hero.ID], page: Int)

        package var route: Route {
            switch self {
            case .heroes(let search, let page): .heroes(search: search, page: page)
            case .index(let letter, let page): .index(letter, page: page)
            case .favourites(let page, let order): .favourites(page: page, order)
            case .shared(let ids, let page): .shared(ids, page: page)
            }
        }

        /// Nil for a target that is no list, such as one that itself tells of a list.
        init?(target: String) {
            // An address within an address within an address leads nowhere.
            guard !target.contains("from="), let route = try? Route(target: target), let list = route.list,
                list.route == route
            else { return nil }
            self = list
        }
    }

    /// The list that the address is of, or that the page of a hero was reached from.
    package var list: List? {
        switch self {
        case .heroes(let search, let page): .heroes(search: search, page: page)
        case .index(let letter, let page): .index(letter, page: page)
        case .favourites(let page, let order): .favourites(page: page, order)
        case .shared(let ids, let page): .shared(ids, page: page)
        case .hero(_, _, let list), .section(_, _, _, _, let list): list
        default: nil
        }
    }
}
