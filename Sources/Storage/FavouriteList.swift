import FoundationEssentials
import Heroes

/// One visitor's favourites, newest first, each hero once.
struct FavouriteList: Hashable, Sendable {
    private(set) var favourites: [Favourite] = []

    init() {}

    /// Takes favourites that are already in order.
    init(ordered favourites: [Favourite]) { self.favourites = favourites }

    /// Adds the heroes that are not there, or none of them; of two with the same time the later call, and within a call
    /// the earlier one, counts as newer. The time is kept to the second.
    mutating func add(_ new: [Favourite], limit: Int) throws(FavouritesError) {
        var ids = Set(favourites.map(\.id))
        let missing = new.filter { ids.insert($0.id).inserted }
        guard missing.isEmpty || favourites.count + missing.count <= limit else { throw .full(limit: limit) }
        for favourite in missing.reversed() { insert(favourite) }
    }

    mutating func remove(_ heroes: [Hero.ID]) {
        let heroes = Set(heroes)
        favourites.removeAll { heroes.contains($0.id) }
    }

    private mutating func insert(_ favourite: Favourite) {
        let kept = Favourite(
            id: favourite.id, name: favourite.name, thumbnail: favourite.thumbnail,
            added: Self.wholeSeconds(favourite.added))
        let place = favourites.firstIndex { $0.added <= kept.added } ?? favourites.endIndex
        favourites.insert(kept, at: place)
    }

    /// The time within the years 1970 to 9999, so that it can be written down.
    private static func wholeSeconds(_ date: Date) -> Date {
        let seconds = date.timeIntervalSince1970
        return Date(timeIntervalSince1970: seconds.isNaN ? 0 : min(max(seconds, 0), 253_402_300_799).rounded(.down))
    }
}
