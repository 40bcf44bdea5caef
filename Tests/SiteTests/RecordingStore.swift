import Heroes
import Storage
import Synchronization

/// A store in memory that records its calls, and that fails or returns old favourites on demand.
final class RecordingStore: FavouritesStore {
    private struct State {
        var calls: [String] = []
        var error: FavouritesError?
        var failsReads = true
        var frozen: Favourites?
    }

    private let store = MemoryStore()
    private let state = Mutex(State())

    /// Returns the calls since the last time.
    func takeCalls() -> [String] {
        state.withLock { state in
            defer { state.calls = [] }
            return state.calls
        }
    }

    /// Fails all following calls; nil ends the failure.
    func fail(with error: FavouritesError?, onlyChanges: Bool = false) {
        state.withLock { ($0.error, $0.failsReads) = (error, !onlyChanges) }
    }

    /// Returns the visitor's present favourites from now on, as concurrent requests see them.
    func freeze(_ visitor: Visitor) { state.withLock { $0.frozen = store.cachedFavourites(of: visitor) } }

    /// Returns the visitor's real favourites, also after `freeze`.
    func ids(of visitor: Visitor) -> Set<Hero.ID> { store.cachedFavourites(of: visitor)?.ids ?? [] }

    private func record(_ call: String, isRead: Bool = false) throws(FavouritesError) {
        let error = state.withLock { state in
            state.calls.append(call)
            return isRead && !state.failsReads ? nil : state.error
        }
        if let error { throw error }
    }

    func favourites(of visitor: Visitor, since revision: UInt64?) async throws(FavouritesError) -> Favourites {
        try record("favourites of", isRead: true)
        if let frozen = state.withLock({ $0.frozen }) { return frozen }
        return try await store.favourites(of: visitor)
    }

    func cachedFavourites(of visitor: Visitor, since revision: UInt64?) -> Favourites? {
        state.withLock { $0.error == nil && $0.frozen == nil } ? store.cachedFavourites(of: visitor) : nil
    }

    func apply(_ change: FavouritesChange, for visitor: Visitor) async throws(FavouritesError) -> FavouritesUpdate? {
        let call =
            switch change {
            case .add(_, let onlyExisting): onlyExisting ? "add for known" : "add for"
            case .remove: "remove"
            case .forget: "forget"
            }
        try record(call)
        return try await store.apply(change, for: visitor)
    }
}
