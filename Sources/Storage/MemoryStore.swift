import Basics
import Heroes
import Synchronization

/// A store of favourites in memory, for tests and for sites without persistence; evicts the least recently used
/// visitors when full.
package final class MemoryStore: FavouritesStore {
    private let limit: Int
    private let lists: Mutex<LRUCache<Visitor, Favourites>>

    /// Creates a store. `limit` is the maximum of favourites per visitor, `capacity` that of all visitors, each of
    /// which counts as one more.
    package init(limit: Int = 1000, capacity: Int = 300_000) {
        self.limit = limit
        lists = Mutex(LRUCache(limit: max(capacity, limit + 1)))
    }

    package func favourites(of visitor: Visitor, since revision: UInt64?) async throws(FavouritesError) -> Favourites {
        lists.withLock { $0.use(visitor) } ?? .none
    }

    package func cachedFavourites(of visitor: Visitor, since revision: UInt64?) -> Favourites? {
        lists.withLock { $0.use(visitor) } ?? Favourites.none
    }

    package func apply(
        _ change: FavouritesChange, for visitor: Visitor
    ) async throws(FavouritesError) -> FavouritesUpdate? {
        try lists.withLock { lists throws(FavouritesError) in
            let before = lists.use(visitor)?.list
            let after = try FavouriteList.after(change, of: before.map(FavouriteList.init(ordered:)), limit: limit)
            guard let list = after?.favourites else {
                lists.remove(visitor)
                return nil
            }
            let favourites = Favourites(list)
            lists.set(visitor, favourites, cost: list.count + 1)
            return FavouritesUpdate(before: before ?? [], after: favourites)
        }
    }
}
