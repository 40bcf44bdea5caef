import Basics
import Heroes
import Synchronization

/// The calls of a source by all machines, and the pauses that it asks for, by the server's clock.
///
/// While the database is away, each machine may make a twentieth of the limit; these calls are counted later.
package final class PostgresCallCounter: CallCounter {
    private let database: Database
    private let source: SQLValue
    /// The calls of each resource that the database has not counted yet.
    private let uncounted = Mutex<[String: Int]>([:])

    package init(_ database: Database, source: String) { (self.database, self.source) = (database, .source(source)) }

    package func count(_ resource: String, upTo limit: Int) async -> CallCount {
        let earlier = uncounted.withLock { $0.updateValue(0, forKey: resource) } ?? 0
        let key = [source, .text(resource), .int(limit)]
        do throws(DatabaseError) {
            let counted = try await database.run(.count, key + [.int(earlier + 1)], within: .seconds(1)).rows.first
            if let counted { return .counted(try counted.int(0)) }
            uncounted.withLock { $0[resource, default: 0] += earlier }
            guard let row = try await database.run(.obstacle, key).rows.first else {
                return .exhausted(retryAfter: 1)
            }
            // Null unless there is a pause.
            if let seconds = try? row.int(0) { return .paused(retryAfter: max(1, seconds)) }
            return .exhausted(retryAfter: max(1, try row.int(1)))
        } catch {
            return countWithoutDatabase(resource, upTo: limit, earlier)
        }
    }

    package func pause(_ resource: String, seconds: Int) async {
        // Without the database, the source asks each machine itself.
        _ = try? await database.run(.pause, [source, .text(resource), .int(seconds)])
    }

    private func countWithoutDatabase(_ resource: String, upTo limit: Int, _ earlier: Int) -> CallCount {
        uncounted.withLock { uncounted in
            let used = uncounted[resource, default: 0] + earlier
            let isAllowed = used < max(1, limit / 20)
            uncounted[resource] = used + (isAllowed ? 1 : 0)
            return isAllowed ? .counted(used + 1) : .exhausted(retryAfter: 60)
        }
    }
}

extension SQLStatement {
    private static let isPaused = "coalesce(s.paused_until > now(), false)"
    private static let lastHour =
        "ARRAY(SELECT c FROM unnest(s.recent) c WHERE c > now() - interval '1 hour' ORDER BY c)"

    fileprivate static let count = SQLStatement.asyncWrite(
        """
        \(relaxed) INSERT INTO source AS s (id, resource, recent)
        SELECT $1, $2, array_fill(now(), ARRAY[$4::bigint::int]) FROM relaxed WHERE $3::bigint > 0
        ON CONFLICT (id, resource) DO UPDATE SET recent = \(lastHour) || EXCLUDED.recent
        WHERE cardinality(\(lastHour)) < $3 AND NOT \(isPaused) RETURNING cardinality(s.recent)::bigint
        """)
    /// The seconds of a pause, and the seconds until enough of the last calls are an hour old.
    fileprivate static let obstacle = SQLStatement.read(
        """
        SELECT CASE WHEN \(isPaused) THEN ceil(extract(epoch FROM s.paused_until - now()))::bigint END,
          coalesce(ceil(extract(epoch FROM
            (\(lastHour))[greatest(1, cardinality(\(lastHour)) - $3::bigint::int + 1)] + interval '1 hour' - now()
          )), 1)::bigint
        FROM source s WHERE id = $1 AND resource = $2
        """)
    fileprivate static let pause = SQLStatement.asyncWrite(
        """
        \(relaxed) INSERT INTO source AS s (id, resource, paused_until)
        SELECT $1, $2, now() + make_interval(secs => $3::bigint) FROM relaxed
        ON CONFLICT (id, resource) DO UPDATE SET paused_until = greatest(s.paused_until, EXCLUDED.paused_until)
        """)
}

/// Work that one machine at a time does: the machine that holds the lease, for 90 seconds by the server's clock.
package struct PostgresLease: Sendable {
    private let database: Database
    private let name: SQLValue
    /// A random number of this process.
    private let holder: SQLValue

    package init(_ database: Database, name: String) {
        self.database = database
        self.name = .text(name)
        holder = .bytes((0..<16).map { _ in UInt8.random(in: 0...255) })
    }

    /// Takes or renews the lease; returns false while another machine holds it. Without the database, the work of each
    /// machine is its own.
    package func acquire() async -> Bool {
        let result = try? await database.run(.lease, [name, holder])
        return result.map { $0.count > 0 } ?? true
    }
}

extension SQLStatement {
    /// A lease that ends later than any does was taken while the clock was ahead.
    fileprivate static let lease = SQLStatement.asyncWrite(
        """
        \(relaxed) INSERT INTO lease AS l (name, holder, expires)
        SELECT $1, $2, now() + interval '90 seconds' FROM relaxed
        ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, expires = EXCLUDED.expires
        WHERE l.holder = EXCLUDED.holder OR l.expires NOT BETWEEN now() AND now() + interval '90 seconds'
        """)
}
