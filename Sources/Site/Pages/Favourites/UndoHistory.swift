import FoundationEssentials
import Heroes

/// A visitor's recent removals, the last one at the end. Each can be undone separately.
struct UndoHistory: Sendable {
    /// The favourites that one action removed.
    struct Removal: Sendable {
        /// The number in the form of the undo button.
        let number: Int
        let favourites: [Favourite]
    }

    private(set) var list: [Removal] = []

    /// The maximum number of favourites in the history; the last removal is always stored completely.
    private static let heroLimit = 1000

    mutating func append(_ favourites: [Favourite], now: Date) {
        // Taken from the clock, so that an old page never names a later removal.
        let time = Int(exactly: (now.timeIntervalSince1970 * 1000).rounded()) ?? 0
        list.append(Removal(number: max(time, (list.last?.number ?? 0) + 1), favourites: favourites))
        var count = list.reduce(0) { $0 + $1.favourites.count }
        while list.count > 1, count > Self.heroLimit { count -= list.removeFirst().favourites.count }
    }

    /// Returns the removal with that number.
    subscript(number: Int) -> Removal? { list.first { $0.number == number } }

    /// Returns the last removal with a hero that is still missing from the favourites.
    func lastUndoable(for request: PageRequest) -> Removal? {
        list.last { $0.favourites.contains { !request.hasFavourite($0.id) } }
    }

    /// Returns the favourite as it was before its last removal.
    func removedFavourite(_ id: Hero.ID) -> Favourite? {
        list.reversed().lazy.compactMap { $0.favourites.first { $0.id == id } }.first
    }
}
