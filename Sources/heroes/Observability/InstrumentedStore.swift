import Heroes
import Synchronization

/// A store that counts its calls by outcome.
final class InstrumentedStore: FavouritesStore {
    enum Call: String, CaseIterable { case read, add, remove, forget }
    enum Outcome: String, CaseIterable { case stored, full, failed }

    private let store: any FavouritesStore
    private let counts = Mutex<[Call: [Outcome: Int]]>([:])

    init(_ store: any FavouritesStore) { self.store = store }

    func count(_ call: Call, _ outcome: Outcome) -> Int { counts.withLock { $0[call]?[outcome] ?? 0 } }

    func cachedFavourites(of visitor: Visitor, since revision: UInt64?) -> Favourites? {
        store.cachedFavourites(of: visitor, since: revision)
    }

    func favourites(of visitor: Visitor, since revision: UInt64?) async throws(FavouritesError) -> Favourites {
        try await counting(.read) { () throws(FavouritesError) in
            try await store.favourites(of: visitor, since: revision)
        }
    }

    func apply(_ change: FavouritesChange, for visitor: Visitor) async throws(FavouritesError) -> FavouritesUpdate? {
        let call: Call =
            switch change {
            case .add: .add
            case .remove: .remove
            case .forget: .forget
            }
        return try await counting(call) { () throws(FavouritesError) in try await store.apply(change, for: visitor) }
    }

    func check() async throws(FavouritesError) { try await store.check() }

    private func counting<Value>(
        _ call: Call, _ work: () async throws(FavouritesError) -> Value
    ) async throws(FavouritesError) -> Value {
        do throws(FavouritesError) {
            let value = try await work()
            count(call, as: .stored)
            return value
        } catch {
            let outcome: Outcome = if case .full = error { .full } else { .failed }
            count(call, as: outcome)
            throw error
        }
    }

    private func count(_ call: Call, as outcome: Outcome) {
        counts.withLock { $0[call, default: [:]][outcome, default: 0] += 1 }
    }
}
