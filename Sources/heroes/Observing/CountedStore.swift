import Heroes
import Synchronization

/// A store whose changes are counted, by what became of them.
final class CountedStore: FavouritesStore {
    enum Change: Int, CaseIterable { case add, remove, forget }
    enum Outcome: Int, CaseIterable { case kept, full, failed }

    private let store: any FavouritesStore
    private let counts: InlineArray<9, Atomic<Int>> = InlineArray { _ in Atomic(0) }
    private let failedReads = Atomic<Int>(0)

    init(_ store: any FavouritesStore) { self.store = store }

    func count(_ change: Change, _ outcome: Outcome) -> Int {
        counts[Self.place(change, outcome)].load(ordering: .relaxed)
    }

    /// Favourites that could not be read.
    var failedReadCount: Int { failedReads.load(ordering: .relaxed) }

    func remembered(by visitor: Visitor) -> Favourites? { store.remembered(by: visitor) }

    func kept(by visitor: Visitor) async throws(FavouritesError) -> Favourites {
        do throws(FavouritesError) {
            return try await store.kept(by: visitor)
        } catch {
            failedReads.add(1, ordering: .relaxed)
            throw error
        }
    }

    func add(_ favourites: [Favourite], for visitor: Visitor) async throws(FavouritesError) {
        try await counting(.add) { () throws(FavouritesError) in try await store.add(favourites, for: visitor) }
    }

    /// One that is not made, for a visitor not known, does not count.
    func add(_ favourites: [Favourite], forKnown visitor: Visitor) async throws(FavouritesError) -> Bool {
        try await counting(.add, unless: { !$0 }) { () throws(FavouritesError) in
            try await store.add(favourites, forKnown: visitor)
        }
    }

    func remove(_ heroes: [Hero.ID], for visitor: Visitor) async throws(FavouritesError) -> [Favourite] {
        try await counting(.remove) { () throws(FavouritesError) in try await store.remove(heroes, for: visitor) }
    }

    func forget(_ visitor: Visitor) async throws(FavouritesError) {
        try await counting(.forget) { () throws(FavouritesError) in try await store.forget(visitor) }
    }

    func check() async throws(FavouritesError) { try await store.check() }

    private func counting<Value>(
        _ change: Change, unless isNone: (Value) -> Bool = { _ in false },
        _ work: () async throws(FavouritesError) -> Value
    ) async throws(FavouritesError) -> Value {
        var outcome: Outcome? = .kept
        defer { if let outcome { counts[Self.place(change, outcome)].add(1, ordering: .relaxed) } }
        do throws(FavouritesError) {
            let value = try await work()
            if isNone(value) { outcome = nil }
            return value
        } catch {
            outcome = if case .full = error { .full } else { .failed }
            throw error
        }
    }

    private static func place(_ change: Change, _ outcome: Outcome) -> Int {
        change.rawValue * Outcome.allCases.count + outcome.rawValue
    }
}
