import Basics
import Heroes

extension PostgresFavourites {
    typealias Pause = @Sendable (Duration) async throws -> Void

    /// Deletes the favourites of visitors without a visit for 400 days, once a day: not in the first 24 hours of the
    /// process, in which a wrong clock of the server would be noticed.
    static func expireDaily(
        pause: @escaping Pause = { try await Task.sleep(for: $0) },
        _ store: @escaping @Sendable () -> PostgresFavourites?
    ) -> Task<Void, any Error> {
        Task {
            while let database = store()?.database {
                // Machines that were started together do not come together.
                try await pause(.seconds(24 * hour + Int.random(in: 0..<hour)))
                try await deleteUnused(PostgresLease(database, name: "expiry"), pause: pause, store)
            }
        }
    }

    private static let hour = 3_600

    /// Walks through the visitors, a step per second, to leave the database to visitors; ends if another machine walks.
    static func deleteUnused(
        _ lease: PostgresLease, pause: Pause, _ store: @Sendable () -> PostgresFavourites?
    ) async throws {
        var cursor: [UInt8]? = []
        while let id = cursor, let store = store(), await lease.acquire() {
            // After a failure of the database, the next day or another machine continues.
            cursor = try? await store.deleteStep(after: id)
            if cursor != nil { try await pause(.seconds(1)) }
        }
    }

    /// Deletes the unused ones of the next 1,000 visitors, 100 at most. Returns the id after which the next step begins;
    /// nil after the last visitor.
    func deleteStep(after id: [UInt8]) async throws(DatabaseError) -> [UInt8]? {
        let step = try await database.run(.deleteUnused, [.bytes(id)], within: .seconds(5)).rows
        return try step.first.flatMap { (row) throws(DatabaseError) in try row.optional(0, row.bytes) }
    }
}

extension SQLStatement {
    /// Returns the last id that was looked at, which is null at the end. Rows that a visit has locked are skipped, and
    /// the date of a row is checked again once it is locked.
    fileprivate static let deleteUnused = SQLStatement.write(
        """
        WITH page AS (SELECT id FROM visitor WHERE id > $1 ORDER BY id LIMIT 1000),
        unused AS (
          SELECT id FROM visitor WHERE id IN (SELECT id FROM page) AND last_seen < now()::date - 400
          ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED),
        deleted AS (DELETE FROM visitor WHERE id IN (SELECT id FROM unused) RETURNING id)
        SELECT coalesce(
          (SELECT id FROM deleted ORDER BY id OFFSET 99 LIMIT 1), (SELECT id FROM page ORDER BY id DESC LIMIT 1))
        """)
}
