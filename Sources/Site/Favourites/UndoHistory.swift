import Basics
import FoundationEssentials
import Heroes

/// A visitor's recent removals and imports, the last one at the end. Each can be undone separately.
struct UndoHistory: Codable, Sendable {
    /// The favourites that one action removed or imported.
    struct Change: Codable, Sendable {
        /// The number in the form of the undo button.
        let number: Int
        let favourites: [Favourite]
        let isAddition: Bool

        /// Returns the favourites that have not been changed back.
        func undoable(for visit: Visit) -> [Favourite] {
            favourites.filter { visit.hasFavourite($0.id) == isAddition }
        }
    }

    private(set) var list: [Change] = []

    /// The maximum number of favourites in the history; the last change is always stored completely.
    private static let heroLimit = 1000

    mutating func append(_ favourites: [Favourite], isAddition: Bool = false, now: Date) {
        // Taken from the clock, so that an old page never names a later change.
        let time = Int(exactly: (now.timeIntervalSince1970 * 1000).rounded()) ?? 0
        list.append(
            Change(number: max(time, (list.last?.number ?? 0) + 1), favourites: favourites, isAddition: isAddition))
        var count = list.reduce(0) { $0 + $1.favourites.count }
        while list.count > 1, count > Self.heroLimit { count -= list.removeFirst().favourites.count }
    }

    subscript(number: Int) -> Change? { list.first { $0.number == number } }

    /// Returns the last change that has not been undone.
    func lastUndoable(for visit: Visit) -> Change? { list.last { !$0.undoable(for: visit).isEmpty } }

    /// Returns the favourite as it was before its last removal.
    func removedFavourite(_ id: Hero.ID) -> Favourite? {
        list.reversed().lazy.filter { !$0.isAddition }.compactMap { $0.favourites.first { $0.id == id } }.first
    }
}

extension UndoHistory {
    /// The approximate size in memory, in bytes.
    var cost: Int { list.reduce(500) { $0 + 300 * $1.favourites.count } }
}

/// The limit of favourites in new undo histories per network and wide network in ten minutes, after which changes cannot
/// be undone: a few networks cannot evict the histories of others.
struct UndoLimit: Sendable {
    private let limit = RateLimit(burst: 5_000, perSecond: 5_000.0 / 600)
    private let wideLimit = RateLimit(burst: 20_000, perSecond: 20_000.0 / 600)

    func allows(_ count: Int, _ visit: Visit, _ now: Date) -> Bool {
        // A history has a size besides its favourites.
        let amount = Double(count + 2)
        return limit.consume(visit.network, amount: amount, at: now) == nil
            && wideLimit.consume(visit.wideNetwork, amount: amount, at: now) == nil
    }
}

extension Visit {
    /// The visitor's recent changes; none if they cannot be read.
    var undoHistory: UndoHistory {
        get async {
            guard let visitor else { return UndoHistory() }
            let history: UndoHistory? = await site.orLog(
                "cannot read an undo history", try await site.expiringStore.value(.undoHistory, for: visitor.hash))
            return history ?? UndoHistory()
        }
    }
}

extension Site {
    /// Returns the result; nil if the work fails, with its cause in the log, for data that a visitor can do without.
    @discardableResult
    func orLog<Value>(
        _ failure: String, _ work: @autoclosure () async throws(FavouritesError) -> Value?
    ) async -> Value? {
        do throws(FavouritesError) {
            return try await work()
        } catch {
            configuration.log("\(failure): \(error)")
            return nil
        }
    }
}
