import Basics
import Heroes

/// A change whose writes may have an unknown outcome.
private struct PendingChange {
    let change: FavouritesChange
    let visitor: Visitor
    /// The reason why the outcome of a write is unknown; nil if no write was made.
    var unconfirmed: String?
    /// The favourites before that write.
    var before: [Favourite]?
    /// The time until which the outcome is determined by further attempts.
    var deadline = MonotonicTime.never

    var error: FavouritesError? { unconfirmed.map { .unconfirmed($0) } }
}

extension PostgresFavourites {
    private enum Outcome {
        case done(FavouritesUpdate?)
        /// Another machine or transaction came first, and nothing was changed.
        case conflict
    }

    private static let attemptLimit = 10

    package func apply(
        _ change: FavouritesChange, for visitor: Visitor
    ) async throws(FavouritesError) -> FavouritesUpdate? {
        try await changes.run(for: visitor) { () async throws(FavouritesError) in
            var pending = PendingChange(change: change, visitor: visitor)
            for number in 0..<Self.attemptLimit {
                do throws(FavouritesError) {
                    if case .done(let update) = try await attempt(&pending) { return update }
                    await Self.pause(after: number)
                } catch {
                    try await prepareNextAttempt(&pending, after: error)
                }
            }
            throw pending.error ?? .unavailable("other changes came first in \(Self.attemptLimit) attempts")
        }
    }

    /// Waits for a random time, longer after each attempt, so that no machine always loses against another.
    private static func pause(after number: Int) async {
        // A cancelled task continues at once.
        try? await Task.sleep(for: .microseconds(Int.random(in: 0...(1_000 << number))))
    }

    /// Throws the error unless the outcome of a write is unknown. Then waits for a connection, because a further write
    /// settles it: changes may be repeated, and once the later write is durable, so is the earlier one.
    private func prepareNextAttempt(
        _ pending: inout PendingChange, after error: FavouritesError
    ) async throws(FavouritesError) {
        forget(fromMemory: pending.visitor)
        if case .unconfirmed(let reason) = error, pending.unconfirmed == nil {
            (pending.unconfirmed, pending.deadline) = (reason, .now + 5_000)
        }
        guard let unconfirmed = pending.error else { throw error }
        let remaining = pending.deadline.milliseconds - MonotonicTime.now.milliseconds
        do {
            guard remaining > 0 else { throw unconfirmed }
            try await database.waitUntilConnected(within: .milliseconds(remaining))
        } catch {
            throw unconfirmed
        }
    }

    private func attempt(_ pending: inout PendingChange) async throws(FavouritesError) -> Outcome {
        let (visitor, time) = (pending.visitor, now())
        if case .forget = pending.change {
            forget(fromMemory: visitor)
            return try await write(.delete, [.bytes(visitor.hash)]) == nil ? .conflict : .done(nil)
        }
        if let row = lastFavourites(of: visitor), let after = list(after: pending.change, of: row) {
            return try await replace(row, by: after, for: &pending, at: time)
        }
        let row = try await row(of: visitor)?.favourites
        let list = row.map { FavouriteList(ordered: $0.list) }
        guard let after = try FavouriteList.after(pending.change, of: list, limit: limit) else { return .done(nil) }
        if let row, after == list, pending.unconfirmed == nil, !database.areCommitsStalled {
            return .done(FavouritesUpdate(before: row.list, after: row))
        }
        return try await replace(row, by: after, for: &pending, at: time)
    }

    /// Returns the list after a change that is decided from memory; nil if it must be decided from the row, because
    /// only a write shows that both are the same.
    private func list(after change: FavouritesChange, of row: Favourites) -> FavouriteList? {
        let list = FavouriteList(ordered: row.list)
        // The row may have room for a favourite that this list has not.
        let after = try? FavouriteList.after(change, of: list, limit: limit)
        return after == list ? nil : after
    }

    private func replace(
        _ row: Favourites?, by list: FavouriteList, for pending: inout PendingChange, at time: MonotonicTime
    ) async throws(FavouritesError) -> Outcome {
        let visitor = pending.visitor
        let revision: UInt64?
        do throws(FavouritesError) {
            revision = try await store(list, for: visitor, replacing: row)
        } catch {
            if case .unconfirmed = error { pending.before = pending.before ?? row?.list ?? [] }
            throw error
        }
        guard let revision else {
            forget(fromMemory: visitor)
            return .conflict
        }
        let favourites = Favourites(list.favourites, revision: revision)
        remember(favourites, of: visitor, readAt: time)
        return .done(FavouritesUpdate(before: pending.before ?? row?.list ?? [], after: favourites))
    }

    /// Writes the list if the row is still the same, or if there is still none. Returns the new revision, and nil if
    /// another change came first.
    private func store(
        _ list: FavouriteList, for visitor: Visitor, replacing row: Favourites?
    ) async throws(FavouritesError) -> UInt64? {
        let (id, bytes) = (SQLValue.bytes(visitor.hash), SQLValue.bytes(try FavouritesFormat.encode(list)))
        let result =
            if let row {
                try await write(.update, [id, .int(Int(clamping: row.revision ?? 0)), bytes])
            } else {
                try await write(.insert, [id, bytes])
            }
        do throws(DatabaseError) {
            return try result?.rows.first.map { (row) throws(DatabaseError) in UInt64(max(0, try row.int(0))) }
        } catch {
            throw .unconfirmed(error.reason)
        }
    }

    /// Runs the statement; returns nil if another transaction came first.
    private func write(
        _ statement: SQLStatement, _ parameters: [SQLValue]
    ) async throws(FavouritesError) -> SQLResult? {
        do throws(DatabaseError) {
            return try await database.run(statement, parameters)
        } catch {
            if case .conflict = error { return nil }
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
