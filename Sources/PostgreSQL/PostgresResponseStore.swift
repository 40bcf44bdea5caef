import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// The responses of a source for all machines. Ages are those of the server's clock; while the database is away,
/// nothing is found.
package final class PostgresResponseStore: ResponseStore {
    private let database: Database
    /// The SHA-256 of the source's address.
    private let source: SQLValue
    /// The seconds after which a response is deleted; null for never.
    private let lifetime: SQLValue
    /// The last of the changes in the background, which are made in order.
    private let last = Mutex<Task<Void, Never>?>(nil)

    package init(_ database: Database, source: String, lifetime seconds: Double?) {
        self.database = database
        self.source = .source(source)
        lifetime = seconds.map { .int(Int($0)) } ?? .null
    }

    package func load(_ key: String, at now: Date) async -> StoredResponse? {
        // A response that cannot be loaded is requested from the source.
        guard let row = try? await database.run(.load, [source, .key(key)]).rows.first else {
            return nil
        }
        return try? Self.response(row, at: now)
    }

    package func save(_ responses: [StoredResponse]) {
        inBackground { [database, source, lifetime] in
            for response in responses {
                let parameters: [SQLValue] = [
                    source, .key(response.key), .bool(response.isIndexed), .bytes([UInt8](response.body)), lifetime,
                ]
                // A response that is not saved is requested again when it is needed.
                _ = try? await database.run(.save, parameters)
            }
        }
    }

    package func remove(_ key: String) {
        inBackground { [database, source] in
            // A response expires by itself.
            _ = try? await database.run(.remove, [source, .key(key)])
        }
    }

    package func indexed(since time: Date?, at now: Date) async -> [StoredResponse]? {
        let age = min(now.timeIntervalSince(time ?? .distantPast) * 1_000, 1e14)
        let parameters = [source, .int(Int(age))]
        // Without the database, the index is loaded later or from the source.
        let rows = try? await database.run(.indexed, parameters, within: .seconds(30)).rows
        return rows?.compactMap { try? Self.response($0, at: now) }
    }

    package func flush() async { await last.withLock { $0 }?.value }

    private func inBackground(_ change: @escaping @Sendable () async -> Void) {
        last.withLock { last in
            // Detached, since a request must not keep its place at the gate while a database is away.
            last = Task.detached { [last] in
                await last?.value
                await change()
            }
        }
    }

    private static func response(_ row: SQLRow, at now: Date) throws(DatabaseError) -> StoredResponse {
        StoredResponse(
            String(decoding: try row.bytes(0), as: UTF8.self), isIndexed: try row.bool(1),
            date: now - Double(try row.int(2)) / 1_000, body: Data(try row.bytes(3)))
    }
}

extension SQLValue {
    /// The id of a source.
    static func source(_ address: String) -> SQLValue { .bytes(Array(SHA256.hash(data: Array(address.utf8)))) }

    fileprivate static func key(_ key: String) -> SQLValue { .bytes(Array(key.utf8)) }
}

extension SQLStatement {
    /// Makes a commit return before it is on disk and on the standby: a lost response is requested again, and no page
    /// waits for a standby that is away.
    static let relaxed =
        "WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))"

    private static let columns =
        "key, is_indexed, floor(extract(epoch FROM now() - fetched) * 1000)::bigint, body"

    fileprivate static let load = SQLStatement.read(
        "SELECT \(columns) FROM response WHERE source = $1 AND key = $2 AND body IS NOT NULL")
    fileprivate static let indexed = SQLStatement.read(
        """
        SELECT \(columns) FROM response WHERE source = $1 AND is_indexed AND body IS NOT NULL
        AND fetched >= now() - make_interval(secs => $2::bigint / 1000.0) ORDER BY fetched
        """)
    /// Also deletes up to ten old responses, so that the table stays small.
    fileprivate static let save = SQLStatement.asyncWrite(
        """
        \(relaxed), old AS (DELETE FROM response WHERE ctid IN (
          SELECT ctid FROM response
          WHERE source = $1 AND key <> $2 AND fetched < now() - make_interval(secs => $5::bigint)
          LIMIT 10 FOR UPDATE SKIP LOCKED))
        INSERT INTO response (source, key, is_indexed, body) SELECT $1, $2, $3, $4 FROM relaxed
        ON CONFLICT (source, key) DO UPDATE
        SET is_indexed = EXCLUDED.is_indexed, body = EXCLUDED.body, fetched = now()
        """)
    fileprivate static let remove = SQLStatement.asyncWrite(
        "\(relaxed) DELETE FROM response USING relaxed WHERE source = $1 AND key = $2")
}
