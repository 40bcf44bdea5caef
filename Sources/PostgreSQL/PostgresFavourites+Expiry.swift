import Basics
import Heroes

extension PostgresFavourites {
    typealias Pause = @Sendable (Duration) async throws -> Void

    /// Deletes the favourites of visitors without a visit for 400 days, once a day: not in the first 24 hours of the
    /// process, in which a wrong clock of the server would be noticed.
    static func expireDaily(
        _ database: Database, pause: Pause = { try await Task.sleep(for: $0) }
    ) async throws {
        while true {
            // Machines that were started together do not come together.
            try await pause(.seconds(86_400 + Int.random(in: 0..<3_600)))
            try await deleteUnused(database, pause: pause)
        }
    }

    /// Walks through the visitors, a thousand per second, to leave the database to visitors; ends if another machine
    /// walks.
    static func deleteUnused(_ database: Database, pause: Pause) async throws {
        let lease = PostgresLease(database, name: "expiry")
        var cursor: [UInt8]? = []
        while let id = cursor, await lease.acquire() {
            // After a failure of the database, the next day or another machine continues.
            cursor = try? await database.run(.deleteUnused, [.bytes(id)], within: .seconds(5)).rows.first?.bytes(0)
            if cursor != nil { try await pause(.seconds(1)) }
        }
    }
}

extension SQLStatement {
    /// Returns the last id of the thousand. The date of a row that a visit has locked is checked again after the visit.
    fileprivate static let deleteUnused = SQLStatement.write(
        """
        WITH page AS (SELECT id FROM visitor WHERE id > $1 ORDER BY id LIMIT 1000),
        deleted AS (DELETE FROM visitor WHERE id IN (SELECT id FROM page) AND last_seen < now()::date - 400)
        SELECT id FROM page ORDER BY id DESC LIMIT 1
        """)
}
