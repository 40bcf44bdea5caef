import FoundationEssentials
import Heroes

/// Expiring values for all machines, as JSON in a table that is lost if the server crashes.
package struct PostgresExpiringStore: ExpiringStore {
    private let database: Database

    private static let attemptLimit = 10

    package init(_ database: Database) { self.database = database }

    package func store(
        _ value: some Codable & Sendable, _ kind: ExpiringKind, for key: [UInt8]
    ) async throws(FavouritesError) {
        _ = try await run(.store, kind, key, [.bytes(try Self.encode(value))])
    }

    package func update<Value: Codable & Sendable>(
        _ kind: ExpiringKind, for key: [UInt8], _ change: @Sendable (Value?) -> Value
    ) async throws(FavouritesError) {
        for _ in 0..<Self.attemptLimit {
            let before = try await run(.value, kind, key)
            let after = SQLValue.bytes(try Self.encode(change(before.flatMap(Self.decode))))
            // Nothing is stored if another machine has changed the value since.
            let isStored =
                if let before {
                    try await run(.replace, kind, key, [after, .bytes(before)]) != nil
                } else {
                    try await run(.insert, kind, key, [after]) != nil
                }
            if isStored { return }
        }
        throw .unavailable("other changes of a value came first in \(Self.attemptLimit) attempts")
    }

    package func value<Value: Codable & Sendable>(
        _ kind: ExpiringKind, for key: [UInt8]
    ) async throws(FavouritesError) -> Value? {
        try await run(.value, kind, key).flatMap(Self.decode)
    }

    package func take<Value: Codable & Sendable>(
        _ kind: ExpiringKind, for key: [UInt8]
    ) async throws(FavouritesError) -> Value? {
        try await run(.take, kind, key).flatMap(Self.decode)
    }

    /// Runs the statement; returns the value of its row, and nil without a row.
    private func run(
        _ statement: SQLStatement, _ kind: ExpiringKind, _ key: [UInt8], _ parameters: [SQLValue] = []
    ) async throws(FavouritesError) -> [UInt8]? {
        do throws(DatabaseError) {
            let result = try await database.run(statement, [.text(kind.rawValue), .bytes(key)] + parameters)
            return try result.rows.first?.bytes(0)
        } catch {
            throw FavouritesError(error)
        }
    }

    private static func encode(_ value: some Codable) throws(FavouritesError) -> [UInt8] {
        do {
            return [UInt8](try JSONEncoder().encode(value))
        } catch {
            throw .unavailable("cannot encode \(type(of: value)): \(error)")
        }
    }

    /// Returns nil for a value of another release of this program.
    private static func decode<Value: Codable>(_ bytes: [UInt8]) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(bytes))
    }
}

extension SQLStatement {
    /// Also deletes up to ten expired values, so that the table stays small.
    private static let upsert = """
        WITH expired AS (DELETE FROM expiring_value WHERE ctid IN (
          SELECT ctid FROM expiring_value WHERE expires <= now() AND (kind, key) <> ($1, $2) LIMIT 10
          FOR UPDATE SKIP LOCKED))
        INSERT INTO expiring_value AS v (kind, key, value, expires) VALUES ($1, $2, $3, now() + interval '10 minutes')
        ON CONFLICT (kind, key) DO UPDATE SET value = EXCLUDED.value, expires = EXCLUDED.expires
        """

    fileprivate static let store = SQLStatement.write("value_store", upsert + " RETURNING v.value")
    fileprivate static let insert = SQLStatement.write(
        "value_insert", upsert + " WHERE v.expires <= now() RETURNING v.value")
    fileprivate static let replace = SQLStatement.write(
        "value_replace",
        """
        UPDATE expiring_value SET value = $3, expires = now() + interval '10 minutes'
        WHERE kind = $1 AND key = $2 AND value = $4 AND expires > now() RETURNING value
        """)
    fileprivate static let value = SQLStatement.read(
        "value", "SELECT value FROM expiring_value WHERE kind = $1 AND key = $2 AND expires > now()")
    fileprivate static let take = SQLStatement.write(
        "value_take", "DELETE FROM expiring_value WHERE kind = $1 AND key = $2 AND expires > now() RETURNING value")
}
