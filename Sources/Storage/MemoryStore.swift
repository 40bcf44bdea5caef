import Heroes
import Synchronization

/// Keeps favourites as long as the process runs, for tests and for sites that shall leave no trace; where there is no more
/// room, it forgets whom nobody has seen for longest.
package final class MemoryStore: FavouritesStore {
    private let limit: Int
    private let kept: Mutex<RecentlyUsed<Visitor, Favourites>>

    /// The limit is the number of favourites a visitor may have, the capacity that of all, where each visitor counts as one
    /// more; there is room for one visitor at least.
    package init(limit: Int = 1000, capacity: Int = 300_000) {
        self.limit = limit
        kept = Mutex(RecentlyUsed(capacity: max(capacity, limit + 1)))
    }

    package func kept(by visitor: Visitor) async throws(FavouritesError) -> Favourites {
        kept.withLock { $0.value(visitor) } ?? .none
    }

    package func remembered(by visitor: Visitor) -> Favourites? {
        kept.withLock { $0.value(visitor) } ?? Favourites.none
    }

    package func add(_ favourites: [Favourite], for visitor: Visitor) async throws(FavouritesError) {
        if !favourites.isEmpty { try make(.add(favourites, onlyKnown: false), for: visitor) }
    }

    package func add(_ favourites: [Favourite], forKnown visitor: Visitor) async throws(FavouritesError) -> Bool {
        try make(.add(favourites, onlyKnown: true), for: visitor) != nil
    }

    @discardableResult
    package func remove(_ heroes: [Hero.ID], for visitor: Visitor) async throws(FavouritesError) -> [Favourite] {
        try make(.remove(heroes), for: visitor) ?? []
    }

    /// What was kept before; nil of a visitor not known.
    @discardableResult
    private func make(_ change: Change, for visitor: Visitor) throws(FavouritesError) -> [Favourite]? {
        try kept.withLock { kept throws(FavouritesError) in
            var changing = ChangingList(kept.value(visitor)?.list)
            let before = try changing.make(change, limit: limit).get()
            if let favourites = changing.list?.favourites {
                kept.keep(Favourites(favourites), cost: favourites.count + 1, for: visitor)
            } else {
                kept.remove(visitor)
            }
            return before
        }
    }

    package func forget(_ visitor: Visitor) async throws(FavouritesError) {
        try make(.forget, for: visitor)
    }
}
