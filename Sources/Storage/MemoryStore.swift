import Heroes
import Synchronization

/// Keeps favourites as long as the process runs, for tests and for sites that shall leave no trace.
package final class MemoryStore: FavouritesStore {
    private let limit: Int
    private let kept = Mutex<[Visitor: Favourites]>([:])

    /// The limit is the number of favourites a visitor may have.
    package init(limit: Int = 1000) { self.limit = limit }

    package func kept(by visitor: Visitor) async throws(FavouritesError) -> Favourites {
        kept.withLock { $0[visitor] } ?? .none
    }

    package func remembered(by visitor: Visitor) -> Favourites? { kept.withLock { $0[visitor] } ?? Favourites.none }

    package func knows(_ visitor: Visitor) async throws(FavouritesError) -> Bool {
        kept.withLock { $0[visitor] != nil }
    }

    package func add(_ favourites: [Favourite], for visitor: Visitor) async throws(FavouritesError) {
        guard !favourites.isEmpty else { return }
        try kept.withLock { kept throws(FavouritesError) in
            var list = FavouriteList(ordered: kept[visitor]?.list ?? [])
            try list.add(favourites, limit: limit)
            kept[visitor] = Favourites(list.favourites)
        }
    }

    package func remove(_ heroes: [Hero.ID], for visitor: Visitor) async throws(FavouritesError) {
        kept.withLock { kept in
            guard let before = kept[visitor] else { return }
            var list = FavouriteList(ordered: before.list)
            list.remove(heroes)
            kept[visitor] = Favourites(list.favourites)
        }
    }

    package func forget(_ visitor: Visitor) async throws(FavouritesError) {
        kept.withLock { $0[visitor] = nil }
    }
}
