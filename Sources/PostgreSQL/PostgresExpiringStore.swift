import FoundationEssentials
import Heroes

/// Expiring values for all machines, as JSON in a table that is lost if the server crashes.
package struct PostgresExpiringStore: ExpiringStore {
    private let database: Database

    package init(_ database: Database) { self.database = database }

    package func store(
        _ value: some Codable & Sendable, _ kind: ExpiringKind, for key: [UInt8]
    ) async throws(FavouritesError) {
        _ = try await run(.store, kind, key, [.bytes(try Self.encode(value))])
    }

    package func update<Value: Codable & Sendable>(
        _ kind: ExpiringKind, for key: [UInt8], _ change: @Sendable (Value?) -> Value
    ) async throws(FavouritesError) {
        for _ in 0..<10 {
            let before = try await run(.value, kind, key)
            let after = SQLValue.bytes(try Self.encode(change(before.flatMap(Self.decode))))
            // Nothing is stored if another machine has changed the value since.
            if try await run(.update, kind, key, [after, before.map { .bytes($0) } ?? .null]) != nil { return }
        }
        throw .unavailable("other changes of a value came first in 10 attempts")
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

    fileprivate static let store = SQLStatement.asyncWrite(upsert)
    fileprivate static let update = SQLStatement.asyncWrite(
        upsert + " WHERE v.value = $4 OR v.expires <= now() RETURNING v.value")
    fileprivate static let value = SQLStatement.read(
        "SELECT value FROM expiring_value WHERE kind = $1 AND key = $2 AND expires > now()")
    fileprivate static let take = SQLStatement.asyncWrite(
        "DELETE FROM expiring_value WHERE kind = $1 AND key = $2 AND expires > now() RETURNING value")
}

/// The limit of new visitors per network for all machines: a leaky bucket per network, by the clock of the server.
package struct PostgresNewVisitorLimit: NewVisitorLimit {
    private let database: Database
    private let limit: Int

    package init(_ database: Database, perHour limit: Int) { (self.database, self.limit) = (database, limit) }

    package func consume(_ network: [UInt8]) async throws(FavouritesError) -> Int? {
        do {
            let isCounted = try await database.run(.consume, [.bytes(network), .int(limit)]).count > 0
            // The bucket has room again after this time at most.
            return isCounted ? nil : max(1, 3_600 / max(1, limit))
        } catch {
            throw FavouritesError(error)
        }
    }

    package func refund(_ network: [UInt8]) async {
        // After a failure the network has one visitor less.
        _ = try? await database.run(.refund, [.bytes(network)])
    }
}

extension SQLStatement {
    /// The level after the time since the last update, with this visitor; it falls by the limit in an hour.
    private static let level =
        "greatest(0, n.level - extract(epoch FROM now() - n.updated)::float8 * $2::bigint / 3600) + 1"

    /// Changes no row over the limit. Also deletes up to ten empty buckets, so that the table stays small.
    fileprivate static let consume = SQLStatement.asyncWrite(
        """
        WITH empty AS (DELETE FROM new_visitor WHERE ctid IN (
          SELECT ctid FROM new_visitor WHERE updated < now() - interval '1 hour' AND network <> $1 LIMIT 10
          FOR UPDATE SKIP LOCKED))
        INSERT INTO new_visitor AS n (network, level, updated) SELECT $1, 1, now() WHERE $2::bigint >= 1
        ON CONFLICT (network) DO UPDATE SET level = \(level), updated = now() WHERE \(level) <= $2
        """)
    fileprivate static let refund = SQLStatement.asyncWrite(
        "UPDATE new_visitor SET level = greatest(0, level - 1) WHERE network = $1")
}
