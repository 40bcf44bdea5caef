import Heroes
import Synchronization

/// Keeps favourites as long as the process runs, for tests and for sites that shall leave no trace.
package final class MemoryStore: FavouritesStore {
    private let limit: Int
    private let lists = Mutex<[Visitor: FavouriteList]>([:])

    /// The limit is the number of favourites a visitor may have.
    package init(limit: Int = 1000) { self.limit = limit }

    package func favourites(of visitor: Visitor) async throws(FavouritesError) -> [Favourite] {
        lists.withLock { $0[visitor]?.favourites ?? [] }
    }

    package func knows(_ visitor: Visitor) async throws(FavouritesError) -> Bool {
        lists.withLock { $0[visitor] != nil }
    }

    package func add(_ favourite: Favourite, for visitor: Visitor) async throws(FavouritesError) {
        try lists.withLock { lists throws(FavouritesError) in
            try lists[visitor, default: FavouriteList()].add(favourite, limit: limit)
        }
    }

    package func remove(_ hero: Hero.ID, for visitor: Visitor) async throws(FavouritesError) {
        lists.withLock { $0[visitor]?.remove(hero) }
    }

    package func forget(_ visitor: Visitor) async throws(FavouritesError) {
        lists.withLock { $0[visitor] = nil }
    }
}
