import Heroes

/// The limit of new visitors per network for all machines: a leaky bucket per network, by the clock of the server.
package struct PostgresNewVisitorLimit: NewVisitorLimit {
    private let database: Database
    private let limit: Int

    package init(_ database: Database, perHour limit: Int) { (self.database, self.limit) = (database, limit) }

    package func consume(_ network: [UInt8]) async throws(FavouritesError) -> Int? {
        let parameters = [SQLValue.bytes(network), .int(limit)]
        do throws(DatabaseError) {
            if try await database.run(.consume, parameters).count > 0 { return nil }
            // Without a row, another process has deleted it in between.
            return try await database.run(.wait, parameters).rows.first.map { (row) throws(DatabaseError) in
                max(1, try row.int(0))
            } ?? 1
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
    /// The level after the time since the last update; it falls by the limit in an hour.
    private static let level =
        "greatest(0, n.level - extract(epoch FROM now() - n.updated)::float8 * $2::bigint / 3600)"

    /// Changes no row over the limit. Also deletes up to ten empty buckets, so that the table stays small.
    fileprivate static let consume = SQLStatement.write(
        "new_visitor_consume",
        """
        WITH empty AS (DELETE FROM new_visitor WHERE ctid IN (
          SELECT ctid FROM new_visitor WHERE updated < now() - interval '1 hour' AND network <> $1 LIMIT 10
          FOR UPDATE SKIP LOCKED))
        INSERT INTO new_visitor AS n (network, level, updated) SELECT $1, 1, now() WHERE $2::bigint >= 1
        ON CONFLICT (network) DO UPDATE SET level = \(level) + 1, updated = now() WHERE \(level) + 1 <= $2
        """)
    fileprivate static let wait = SQLStatement.read(
        "new_visitor_wait",
        "SELECT ceil((\(level) + 1 - $2::bigint) * 3600 / $2::bigint)::bigint FROM new_visitor n WHERE network = $1")
    fileprivate static let refund = SQLStatement.write(
        "new_visitor_refund", "UPDATE new_visitor SET level = greatest(0, level - 1) WHERE network = $1")
}
