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
            var changing = ChangingList(kept[visitor]?.list)
            let before = try changing.make(change, limit: limit).get()
            kept[visitor] = changing.list.map { Favourites($0.favourites) }
            return before
        }
    }

    package func forget(_ visitor: Visitor) async throws(FavouritesError) {
        try make(.forget, for: visitor)
    }
}
