import Basics
import Heroes

/// A change whose writes may have an unknown outcome.
private struct PendingChange {
    let change: FavouritesChange
    let visitor: Visitor
    /// The first error of a write with an unknown outcome.
    var unconfirmed: FavouritesError?
    /// The favourites before that write.
    var before: [Favourite]?
}

extension PostgresFavourites {
    private enum Outcome {
        case done(FavouritesUpdate?)
        /// Another machine came first, and nothing was changed.
        case conflict
    }

    /// If the outcome of a write is unknown, further attempts determine it for 5 seconds: changes may be repeated, and once
    /// the later write is durable, so is the earlier one.
    package func apply(
        _ change: FavouritesChange, for visitor: Visitor
    ) async throws(FavouritesError) -> FavouritesUpdate? {
        try await changes.run(for: visitor) { () async throws(FavouritesError) in
            var pending = PendingChange(change: change, visitor: visitor)
            var deadline = MonotonicTime.never
            for number in 0..<10 {
                do throws(FavouritesError) {
                    if case .done(let update) = try await attempt(&pending) { return update }
                    // A random time, so that no machine always loses. A cancelled task continues at once.
                    try? await Task.sleep(for: .microseconds(Int.random(in: 0...(1_000 << number))))
                } catch {
                    forget(fromMemory: visitor)
                    if pending.unconfirmed == nil {
                        guard case .unconfirmed = error else { throw error }
                        (pending.unconfirmed, deadline) = (error, .now + 5_000)
                    }
                    guard deadline > .now else { break }
                    // Without a connection, the next attempt fails at once.
                    try? await database.waitUntilConnected(within: .seconds(5))
                }
            }
            throw pending.unconfirmed ?? .unavailable("other changes came first in 10 attempts")
        }
    }

    private func attempt(_ pending: inout PendingChange) async throws(FavouritesError) -> Outcome {
        let visitor = pending.visitor
        if case .forget = pending.change {
            try await delete(visitor)
            return .done(nil)
        }
        if let row = lastFavourites(of: visitor), let after = list(after: pending.change, of: row) {
            return try await replace(row, by: after, for: &pending)
        }
        let row = try await row(of: visitor)
        let list = row.map { FavouriteList(ordered: $0.list) }
        guard let after = try FavouriteList.after(pending.change, of: list, limit: limit) else { return .done(nil) }
        if let row, after == list, pending.unconfirmed == nil, !database.areCommitsStalled {
            return .done(FavouritesUpdate(before: row.list, after: row))
        }
        return try await replace(row, by: after, for: &pending)
    }

    /// Returns the list after a change that is decided from memory; nil if it must be decided from the row, because
    /// only a write shows that both are the same.
    private func list(after change: FavouritesChange, of row: Favourites) -> FavouriteList? {
        let list = FavouriteList(ordered: row.list)
        // The row may have room for a favourite that this list has not.
        let after = try? FavouriteList.after(change, of: list, limit: limit)
        return after == list ? nil : after
    }

    private func delete(_ visitor: Visitor) async throws(FavouritesError) {
        forget(fromMemory: visitor)
        do {
            _ = try await database.run(.delete, [.bytes(visitor.hash)])
        } catch {
            throw FavouritesError(error)
        }
    }

    /// Writes the list if the row is still the same, or if there is still none.
    private func replace(
        _ row: Favourites?, by list: FavouriteList, for pending: inout PendingChange
    ) async throws(FavouritesError) -> Outcome {
        let (visitor, time) = (pending.visitor, now())
        let (id, bytes) = (SQLValue.bytes(visitor.hash), SQLValue.bytes(try FavouritesFormat.encode(list)))
        do throws(DatabaseError) {
            let result =
                if let row {
                    try await database.run(.update, [id, .int(Int(clamping: row.revision ?? 0)), bytes])
                } else {
                    try await database.run(.insert, [id, bytes])
                }
            guard let revision = try result.rows.first?.int(0) else {
                forget(fromMemory: visitor)
                return .conflict
            }
            let favourites = Favourites(list.favourites, revision: UInt64(max(0, revision)))
            remember(favourites, of: visitor, readAt: time)
            return .done(FavouritesUpdate(before: pending.before ?? row?.list ?? [], after: favourites))
        } catch {
            if case .unconfirmed = error { pending.before = pending.before ?? row?.list ?? [] }
            throw FavouritesError(error)
        }
    }
}

extension SQLStatement {
    /// The milliseconds since 1970 of the server's clock, so that revisions also grow after a restore from a backup.
    private static let milliseconds = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    fileprivate static let update = SQLStatement.write(
        """
        UPDATE visitor SET list = $3, revision = greatest(revision + 1, \(milliseconds)), last_seen = CURRENT_DATE
        WHERE id = $1 AND revision = $2 RETURNING revision
        """)
    fileprivate static let insert = SQLStatement.write(
        """
        INSERT INTO visitor (id, revision, list) VALUES ($1, \(milliseconds), $2)
        ON CONFLICT (id) DO NOTHING RETURNING revision
        """)
    fileprivate static let delete = SQLStatement.write("DELETE FROM visitor WHERE id = $1")
}
