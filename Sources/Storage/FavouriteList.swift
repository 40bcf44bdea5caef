import FoundationEssentials
import Heroes

/// A change of a visitor's favourites.
enum Change: Sendable {
    /// Adds favourites; for an unknown visitor only if `onlyExisting` is false.
    case add([Favourite], onlyExisting: Bool)
    case remove([Hero.ID])
    case forget
}

/// A visitor's favourites, newest first, without duplicates.
struct FavouriteList: Hashable, Sendable {
    private(set) var favourites: [Favourite] = []

    init() {}

    /// Creates a list of ordered favourites.
    init(ordered favourites: [Favourite]) { self.favourites = favourites }

    /// Returns the list after the change; nil for an unknown visitor.
    ///
    /// - Throws: `full` if there would be more favourites than the limit; none is added then.
    static func after(
        _ change: Change, of before: FavouriteList?, limit: Int
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

/// A store with one entry point for all changes.
protocol MutationStore: FavouritesStore {
    /// Applies the change; returns the favourites before it, nil for an unknown visitor.
    func apply(_ change: Change, for visitor: Visitor) async throws(FavouritesError) -> [Favourite]?
}

extension MutationStore {
    package func add(_ favourites: [Favourite], for visitor: Visitor) async throws(FavouritesError) {
        if !favourites.isEmpty { _ = try await apply(.add(favourites, onlyExisting: false), for: visitor) }
    }

    package func add(_ favourites: [Favourite], forExisting visitor: Visitor) async throws(FavouritesError) -> Bool {
        try await apply(.add(favourites, onlyExisting: true), for: visitor) != nil
    }

    @discardableResult
    package func remove(_ heroes: [Hero.ID], for visitor: Visitor) async throws(FavouritesError) -> [Favourite] {
        try await apply(.remove(heroes), for: visitor) ?? []
    }

    package func forget(_ visitor: Visitor) async throws(FavouritesError) {
        _ = try await apply(.forget, for: visitor)
    }
}
