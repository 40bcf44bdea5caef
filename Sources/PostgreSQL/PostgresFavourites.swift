import Basics
import Heroes

/// A store of favourites that several machines share: one row per visitor, with a revision that grows with every change.
///
/// Lists in memory answer for two seconds. After a change by the same browser, its cookie has the new revision, so that
/// every machine reads the row again.
package final class PostgresFavourites: FavouritesStore {
    let database: Database
    let limit: Int
    /// The changes of a visitor on this machine are made in order; those of other machines by compare-and-set.
    let changes = SerialQueue<Visitor>()
    let now: @Sendable () -> MonotonicTime
    /// The lists in memory, each with the time before it was read.
    private let cache: Locked<LRUCache<Visitor, (favourites: Favourites, time: MonotonicTime)>>
    private let expiry: Task<Void, any Error>

    /// Creates a store. `limit` is the maximum of favourites per visitor, `cachedFavourites` the number of favourites in
    /// memory.
    package init(
        _ database: Database, limit: Int = 1000, cachedFavourites: Int = 100_000,
        now: @escaping @Sendable () -> MonotonicTime = { .now }
    ) {
        (self.database, self.limit, self.now) = (database, limit, now)
        cache = Locked(LRUCache(limit: cachedFavourites))
        expiry = Task { try await Self.expireDaily(database) }
    }

    deinit { expiry.cancel() }

    package func cachedFavourites(of visitor: Visitor, since revision: UInt64?) -> Favourites? {
        guard let row = cache.withLock({ $0.use(visitor) }), now() < row.time + 2_000,
            let known = row.favourites.revision, known >= revision ?? 0
        else { return nil }
        return row.favourites
    }

    /// Returns the list in memory however old it is, for a change that compares its revision with the row's.
    func lastFavourites(of visitor: Visitor) -> Favourites? { cache.withLock { $0.use(visitor) }?.favourites }

    package func favourites(
        of visitor: Visitor, since revision: UInt64?
    ) async throws(FavouritesError) -> Favourites {
        if let cached = cachedFavourites(of: visitor, since: revision) { return cached }
        return try await row(of: visitor) ?? .none
    }

    /// Throws if the database is not writable now.
    package func check() async throws(FavouritesError) {
        do {
            _ = try await database.run(.check)
        } catch {
            throw FavouritesError(error)
        }
    }

    /// Reads the visitor's row; returns nil for an unknown visitor.
    func row(of visitor: Visitor) async throws(FavouritesError) -> Favourites? {
        let time = now()
        do throws(DatabaseError) {
            guard let row = try await database.run(.visitor, [.bytes(visitor.hash)]).rows.first else {
                forget(fromMemory: visitor)
                return nil
            }
            let list = try Self.list(row.bytes(1))
            let favourites = Favourites(list.favourites, revision: UInt64(max(0, try row.int(0))))
            remember(favourites, of: visitor, readAt: time)
            if try row.bool(2) {
                // After a failure, the next visit is noted for the expiry. Detached, as no request waits for it.
                Task.detached { [database] in _ = try? await database.run(.markAsSeen, [.bytes(visitor.hash)]) }
            }
            return favourites
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

    func remember(_ favourites: Favourites, of visitor: Visitor, readAt time: MonotonicTime) {
        cache.withLock { _ = $0.set(visitor, (favourites, time), cost: favourites.list.count + 1) }
    }

    func forget(fromMemory visitor: Visitor) { cache.withLock { $0.remove(visitor) } }
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
