import Basics
import Heroes
import Synchronization

/// A store of favourites that several machines share: one row per visitor, with a revision that grows with every change.
///
/// Lists in memory answer for two seconds. After a change by the same browser, its cookie has the new revision, so that
/// every machine reads the row again.
package final class PostgresFavourites: MutationStore {
    let database: Database
    let limit: Int
    /// The changes of a visitor on this machine are made in order; those of other machines by compare-and-set.
    let changes = SerialQueue<Visitor>()
    let now: @Sendable () -> MonotonicTime
    private let cache: Locked<LRUCache<Visitor, CachedRow>>
    private let expiry = Mutex<Task<Void, any Error>?>(nil)

    private struct CachedRow: Sendable {
        let favourites: Favourites
        /// The time before the row was read.
        let time: MonotonicTime
    }

    /// The time for which a list in memory is used, in milliseconds.
    private static let lifetime = 2_000

    /// Creates a store. `limit` is the maximum of favourites per visitor, `cachedFavourites` the number of favourites in
    /// memory.
    package init(
        _ database: Database, limit: Int = 1000, cachedFavourites: Int = 100_000,
        now: @escaping @Sendable () -> MonotonicTime = { .now }
    ) {
        (self.database, self.limit, self.now) = (database, limit, now)
        cache = Locked(LRUCache(limit: cachedFavourites))
        expiry.withLock { $0 = Self.expireDaily { [weak self] in self } }
    }

    deinit { expiry.withLock { $0?.cancel() } }

    package func cachedFavourites(of visitor: Visitor, since revision: UInt64?) -> Favourites? {
        guard let row = cache.withLock({ $0.use(visitor) }), isFresh(row), let known = row.favourites.revision,
            known >= revision ?? 0
        else { return nil }
        return row.favourites
    }

    /// Returns the list in memory however old it is, for a change that compares its revision with the row's.
    func lastFavourites(of visitor: Visitor) -> Favourites? { cache.withLock { $0.use(visitor) }?.favourites }

    package func favourites(
        of visitor: Visitor, since revision: UInt64?
    ) async throws(FavouritesError) -> Favourites {
        if let cached = cachedFavourites(of: visitor, since: revision) { return cached }
        guard let row = try await row(of: visitor) else { return .none }
        if row.isDue { markAsSeen(visitor) }
        return row.favourites
    }

    /// Throws if the database is not writable now.
    package func check() async throws(FavouritesError) {
        do {
            _ = try await database.run(.check)
        } catch {
            throw FavouritesError(error)
        }
    }

    /// A visitor's row.
    struct Row: Sendable {
        let favourites: Favourites
        /// True on the first visit of a day.
        let isDue: Bool
    }

    /// Reads the visitor's row; returns nil for an unknown visitor.
    func row(of visitor: Visitor) async throws(FavouritesError) -> Row? {
        let time = now()
        do throws(DatabaseError) {
            let result = try await database.run(.visitor, [.bytes(visitor.hash)])
            guard let columns = result.rows.first else {
                forget(fromMemory: visitor)
                return nil
            }
            let list = try Self.list(columns.bytes(1))
            let favourites = Favourites(list.favourites, revision: UInt64(max(0, try columns.int(0))))
            remember(favourites, of: visitor, readAt: time)
            return Row(favourites: favourites, isDue: try columns.bool(2))
        } catch {
            throw FavouritesError(error)
        }
    }

    private static func list(_ bytes: [UInt8]) throws(DatabaseError) -> FavouriteList {
        switch FavouritesFormat.decode(bytes) {
        case .list(let list): return list
        case .damaged(let reason): throw .unavailable("the row of a visitor is damaged: \(reason)")
        case .laterVersion(let version):
            throw .unavailable("the row of a visitor has format \(version) of a later version of this program")
        }
    }

    /// Notes the visit for the expiry, in the background.
    private func markAsSeen(_ visitor: Visitor) {
        Task { [database] in
            // After a failure, the next visit is noted.
            _ = try? await database.run(.markAsSeen, [.bytes(visitor.hash)])
        }
    }

    /// Stores the list in memory, unless a concurrent read or change has stored a later one.
    func remember(_ favourites: Favourites, of visitor: Visitor, readAt time: MonotonicTime) {
        let row = CachedRow(favourites: favourites, time: time)
        cache.withLock { cache in
            if let other = cache.peek(visitor), isFresh(other),
                other.favourites.revision ?? 0 > favourites.revision ?? 0
            {
                return
            }
            cache.set(visitor, row, cost: favourites.list.count + 1)
        }
    }

    func forget(fromMemory visitor: Visitor) { cache.withLock { $0.remove(visitor) } }

    private func isFresh(_ row: CachedRow) -> Bool { now() < row.time + Self.lifetime }
}

extension FavouritesError {
    init(_ error: DatabaseError) {
        if case .unconfirmed(let reason) = error {
            self = .unconfirmed(reason)
        } else {
            self = .unavailable(error.reason)
        }
    }
}

extension SQLStatement {
    fileprivate static let visitor = SQLStatement.read(
        "SELECT revision, list, last_seen < CURRENT_DATE FROM visitor WHERE id = $1")
    fileprivate static let markAsSeen = SQLStatement.write(
        "UPDATE visitor SET last_seen = CURRENT_DATE WHERE id = $1 AND last_seen < CURRENT_DATE")
    fileprivate static let check = SQLStatement.write(
        """
        INSERT INTO lease (name, expires) VALUES ('check', now())
        ON CONFLICT (name) DO UPDATE SET expires = EXCLUDED.expires
        """)
}
