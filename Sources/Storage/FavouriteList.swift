import FoundationEssentials
import Heroes

/// A change of a visitor's favourites.
enum Change: Sendable {
    /// Adds heroes; for an unknown visitor only if `onlyKnown` is false.
    case add([Favourite], onlyKnown: Bool)
    case remove([Hero.ID])
    case forget
}

/// One visitor's favourites, newest first, each hero once.
struct FavouriteList: Hashable, Sendable {
    private(set) var favourites: [Favourite] = []

    init() {}

    /// Takes favourites that are already in order.
    init(ordered favourites: [Favourite]) { self.favourites = favourites }

    /// Returns the list after the change, nil for a visitor who is unknown then.
    ///
    /// - Throws: `full` if there would be more favourites than the limit; then none is added.
    static func after(
        _ change: Change, of before: FavouriteList?, limit: Int
    ) throws(FavouritesError) -> FavouriteList? {
        switch (change, before) {
        case (.add(let favourites, let onlyKnown), _):
            if before == nil, onlyKnown { return nil }
            var after = before ?? FavouriteList()
            try after.add(favourites, limit: limit)
            return after
        case (.remove(let heroes), let before?):
            let heroes = Set(heroes)
            return FavouriteList(ordered: before.favourites.filter { !heroes.contains($0.id) })
        case (.remove, nil), (.forget, _): return nil
        }
    }

    /// Adds the heroes that are not there, or none of them; of two with the same time the later call, and within a call
    /// the earlier one, counts as newer. The time is kept to the second.
    private mutating func add(_ new: [Favourite], limit: Int) throws(FavouritesError) {
        var ids = Set(favourites.map(\.id))
        let missing = new.filter { ids.insert($0.id).inserted }
        guard missing.isEmpty || favourites.count + missing.count <= limit else { throw .full(limit: limit) }
        for favourite in missing.reversed() { insert(favourite) }
    }

    private mutating func insert(_ favourite: Favourite) {
        let kept = Favourite(
            id: favourite.id, name: favourite.name, thumbnail: favourite.thumbnail,
            added: Self.wholeSeconds(favourite.added))
        let index = favourites.firstIndex { $0.added <= kept.added } ?? favourites.endIndex
        favourites.insert(kept, at: index)
    }

    /// Returns the time within the years 1970 to 9999, so that it can be written down.
    private static func wholeSeconds(_ date: Date) -> Date {
        let seconds = date.timeIntervalSince1970
        return Date(timeIntervalSince1970: seconds.isNaN ? 0 : min(max(seconds, 0), 253_402_300_799).rounded(.down))
    }
}

/// A store that makes all changes in one way.
protocol ChangingStore: FavouritesStore {
    /// Returns the favourites before the change, nil for an unknown visitor.
    func make(_ change: Change, for visitor: Visitor) async throws(FavouritesError) -> [Favourite]?
}

extension ChangingStore {
    package func add(_ favourites: [Favourite], for visitor: Visitor) async throws(FavouritesError) {
        if !favourites.isEmpty { _ = try await make(.add(favourites, onlyKnown: false), for: visitor) }
    }

    package func add(_ favourites: [Favourite], forKnown visitor: Visitor) async throws(FavouritesError) -> Bool {
        try await make(.add(favourites, onlyKnown: true), for: visitor) != nil
    }

    @discardableResult
    package func remove(_ heroes: [Hero.ID], for visitor: Visitor) async throws(FavouritesError) -> [Favourite] {
        try await make(.remove(heroes), for: visitor) ?? []
    }

    package func forget(_ visitor: Visitor) async throws(FavouritesError) {
        _ = try await make(.forget, for: visitor)
    }
}
