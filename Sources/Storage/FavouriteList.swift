import FoundationEssentials
import Heroes

/// One visitor's favourites, newest first, each hero once.
struct FavouriteList: Hashable, Sendable {
    private(set) var favourites: [Favourite] = []

    init() {}

    /// Takes favourites that are already in order.
    init(ordered favourites: [Favourite]) { self.favourites = favourites }

    /// Adds the hero unless it is there; of two with the same time the later call counts as newer. The time is kept to
    /// the second.
    mutating func add(_ favourite: Favourite, limit: Int) throws(FavouritesError) {
        if favourites.contains(where: { $0.id == favourite.id }) { return }
        guard favourites.count < limit else { throw .full(limit: limit) }
        let kept = Favourite(
            id: favourite.id, name: favourite.name, thumbnail: favourite.thumbnail,
            added: Self.wholeSeconds(favourite.added))
        let place = favourites.firstIndex { $0.added <= kept.added } ?? favourites.endIndex
        favourites.insert(kept, at: place)
    }

    mutating func remove(_ hero: Hero.ID) { favourites.removeAll { $0.id == hero } }

    /// The time within the years 1970 to 9999, so that it can be written down.
    private static func wholeSeconds(_ date: Date) -> Date {
        let seconds = date.timeIntervalSince1970
        return Date(timeIntervalSince1970: seconds.isNaN ? 0 : min(max(seconds, 0), 253_402_300_799).rounded(.down))
    }
}
