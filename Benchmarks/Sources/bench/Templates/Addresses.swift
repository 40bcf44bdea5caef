import Site

/// The addresses that a list page makes while it is written, alone.
enum Addresses {
    /// Makes them all; their length in bytes.
    static func make(_ view: HeroListView) -> Int {
        var length = Route.heroes(search: nil, page: 1).url.string.utf8.count
        length += Route.heroes(search: nil, page: 1).url.string.utf8.count
        length += Route.favourites(page: 1).url.string.utf8.count
        guard case .ready(let gallery) = view.gallery else { return length }
        for card in gallery.cards {
            length += Route.hero(card.id, named: card.name).url.string.utf8.count
            length += Route.favourite(card.heart.hero).url.string.utf8.count
            length += card.heart.back.path.utf8.count
        }
        return length
    }
}
