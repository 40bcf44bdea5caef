import Basics
import FoundationEssentials
import Heroes

extension PostgresFavourites {
    typealias Pause = @Sendable (Duration) async throws -> Void

    /// Deletes the favourites of visitors without a visit for 400 days, once a day on one of the machines. Tries once an
    /// hour, but not in the first 24 hours of the process, in which a wrong clock of the server would be noticed.
    static func expireDaily(
        pause: @escaping Pause = { try await Task.sleep(for: $0) },
        _ store: @escaping @Sendable () -> PostgresFavourites?
    ) -> Task<Void, any Error> {
        Task {
            let holder = (0..<16).map { _ in UInt8.random(in: 0...255) }
            // Machines that were started together do not come together.
            try await pause(.seconds(24 * hour + Int.random(in: 0..<hour)))
            while store() != nil {
                // After a failure of the database, the next hour or another machine continues.
                if let limit = try? await store()?.firstDay(), let cursor = try? await store()?.takeLease(holder) {
                    try await deleteUnused(after: cursor, notSeenSince: limit, holder, pause: pause, store)
                }
                try await pause(.seconds(hour))
            }
        }
    }

    private static let hour = 3_600

    /// Returns the first day on which a visit still counts.
    private func firstDay() async throws(DatabaseError) -> String? {
        try await database.run(.firstDay).rows.first?.text(0)
    }

    /// Returns the id after which the walk begins; nil if another machine walks, or has finished less than a day ago.
    func takeLease(_ holder: [UInt8]) async throws(DatabaseError) -> [UInt8]? {
        try await database.run(.takeLease, [.bytes(holder)]).rows.first.map { (row) throws(DatabaseError) in
            try row.optional(0, row.bytes) ?? []
        }
    }

    /// Walks through the visitors, a step per second, to leave the database to visitors.
    static func deleteUnused(
        after start: [UInt8], notSeenSince limit: String, _ holder: [UInt8], pause: Pause,
        _ store: @Sendable () -> PostgresFavourites?
    ) async throws {
        var cursor: [UInt8]? = start
        while let id = cursor, let store = store() {
            cursor = try? await store.deleteStep(after: id, notSeenSince: limit, holder)
            if cursor != nil { try await pause(.seconds(1)) }
        }
    }

    /// Deletes the unused ones of the next 1,000 visitors, 100 at most. Returns the id after which the next step begins;
    /// nil after the last visitor, or if another machine has the lease.
    func deleteStep(
        after id: [UInt8], notSeenSince limit: String, _ holder: [UInt8]
    ) async throws(DatabaseError) -> [UInt8]? {
        let step = try await database.run(.deleteUnused, [.bytes(id), .text(limit)], within: .seconds(5)).rows
        let end = try step.first.flatMap { (row) throws(DatabaseError) in try row.optional(0, row.bytes) }
        guard let end else {
            _ = try await database.run(.finish, [.bytes(holder)])
            return nil
        }
        return try await database.run(.renewLease, [.bytes(holder), .bytes(end)]).count > 0 ? end : nil
    }
}

extension SQLStatement {
    fileprivate static let firstDay = SQLStatement.read("expiry_first_day", "SELECT (now()::date - 400)::text")
    /// A lease that ends later than any does was taken while the clock was ahead.
    fileprivate static let takeLease = SQLStatement.write(
        "expiry_take",
        """
        INSERT INTO lease AS l (name, holder, expires) VALUES ('expiry', $1, now() + interval '90 seconds')
        ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, expires = EXCLUDED.expires
        WHERE l.expires NOT BETWEEN now() AND now() + interval '1 day' RETURNING l.cursor
        """)
    fileprivate static let renewLease = SQLStatement.write(
        "expiry_renew",
        """
        UPDATE lease SET cursor = $2, expires = now() + interval '90 seconds' WHERE name = 'expiry' AND holder = $1
        """)
    fileprivate static let finish = SQLStatement.write(
        "expiry_finish",
        """
        UPDATE lease SET cursor = NULL, expires = now() + interval '1 day' WHERE name = 'expiry' AND holder = $1
        """)
    /// Returns the last id that was looked at, which is null at the end. Rows that a visit has locked are skipped, and
    /// the date of a row is checked again once it is locked.
    fileprivate static let deleteUnused = SQLStatement.write(
        "expiry_delete",
        """
        WITH page AS (SELECT id FROM visitor WHERE id > $1 ORDER BY id LIMIT 1000),
        unused AS (
          SELECT id FROM visitor WHERE id IN (SELECT id FROM page) AND last_seen < $2::text::date
          ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED),
        deleted AS (DELETE FROM visitor WHERE id IN (SELECT id FROM unused) RETURNING id)
        SELECT coalesce(
          (SELECT id FROM deleted ORDER BY id OFFSET 99 LIMIT 1), (SELECT id FROM page ORDER BY id DESC LIMIT 1))
        """)
}
