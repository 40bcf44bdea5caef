import FoundationEssentials

/// A visitor's favourites, newest first, without duplicates.
package struct FavouriteList: Hashable, Sendable {
    package private(set) var favourites: [Favourite] = []

    package init() {}

    /// Creates a list of ordered favourites.
    package init(ordered favourites: [Favourite]) { self.favourites = favourites }

    /// Returns the list after the change; nil for an unknown visitor.
    ///
    /// - Throws: `full` if there would be more favourites than the limit; none is added then.
    package static func after(
        _ change: FavouritesChange, of before: FavouriteList?, limit: Int
    ) throws(FavouritesError) -> FavouriteList? {
        switch (change, before) {
        case (.add(let favourites, let onlyExisting), _):
            if before == nil, onlyExisting { return nil }
            var after = before ?? FavouriteList()
            try after.add(favourites, limit: limit)
            return after
        case (.remove(let heroes), let before?):
            let heroes = Set(heroes)
            return FavouriteList(ordered: before.favourites.filter { !heroes.contains($0.id) })
        case (.remove, nil), (.forget, _): return nil
        }
    }

    /// Adds the missing favourites, all or none. Of two with the same second, the one of the later call counts as
    /// newer, or, within a call, the earlier in the list.
    private mutating func add(_ new: [Favourite], limit: Int) throws(FavouritesError) {
        var ids = Set(favourites.map(\.id))
        let missing = new.filter { ids.insert($0.id).inserted }
        guard missing.isEmpty || favourites.count + missing.count <= limit else { throw .full(limit: limit) }
        for favourite in missing.reversed() { insert(favourite) }
    }

    private mutating func insert(_ favourite: Favourite) {
        let rounded = Favourite(
            id: favourite.id, name: favourite.name, thumbnail: favourite.thumbnail,
            added: Self.clampedToSeconds(favourite.added))
        let index = favourites.firstIndex { $0.added <= rounded.added } ?? favourites.endIndex
        favourites.insert(rounded, at: index)
    }

    /// Rounds down to seconds, within the years 1970 to 9999 that the file format can represent.
    private static func clampedToSeconds(_ date: Date) -> Date {
        let seconds = date.timeIntervalSince1970
        return Date(timeIntervalSince1970: seconds.isNaN ? 0 : min(max(seconds, 0), 253_402_300_799).rounded(.down))
    }
}
