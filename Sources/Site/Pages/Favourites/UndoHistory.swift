import FoundationEssentials
import Heroes

/// What a visitor removed lately, the last at the end, each to be brought back by itself.
struct UndoHistory: Sendable {
    /// Heroes that were removed at once.
    struct Removal: Sendable {
        /// By which a page names what it offers to bring back.
        let number: Int
        let favourites: [Favourite]
    }

    private(set) var list: [Removal] = []

    /// The most heroes that are remembered, but for those removed last, who are remembered all.
    private static let heroLimit = 1000

    mutating func append(_ favourites: [Favourite], now: Date) {
        // By the clock, so that a page older than what is remembered never names a later removal.
        let time = Int(exactly: (now.timeIntervalSince1970 * 1000).rounded()) ?? 0
        list.append(Removal(number: max(time, (list.last?.number ?? 0) + 1), favourites: favourites))
        var count = list.reduce(0) { $0 + $1.favourites.count }
        while list.count > 1, count > Self.heroLimit { count -= list.removeFirst().favourites.count }
    }

    /// The removal of that number.
    subscript(number: Int) -> Removal? { list.first { $0.number == number } }

    /// The last one of which something is still gone.
    func lastUndoable(for request: PageRequest) -> Removal? {
        list.last { $0.favourites.contains { !request.hasFavourite($0.id) } }
    }

    /// The hero as the visitor kept them before.
    func removedFavourite(_ id: Hero.ID) -> Favourite? {
        list.reversed().lazy.compactMap { $0.favourites.first { $0.id == id } }.first
    }
}
