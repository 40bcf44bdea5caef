import Heroes
import Synchronization

/// The calls of a source by all machines, and the pauses that it asks for, by the server's clock.
///
/// While the database is away, each machine may make a twentieth of the limit; these calls are counted later.
package final class PostgresCallCounter: CallCounter {
    /// The time for which a call counts.
    package enum Period: Sendable {
        /// The day in UTC.
        case day
        /// The hour after the call.
        case hour
    }

    private let database: Database
    private let source: SQLValue
    private let period: Period
    /// The calls of each resource that the database has not counted yet.
    private let uncounted = Mutex<[String: Int]>([:])

    private static let timeout = Duration.seconds(1)

    package init(_ database: Database, source: String, per period: Period) {
        (self.database, self.source, self.period) = (database, .source(source), period)
    }

    package func count(_ resource: String, upTo limit: Int) async -> CallCount {
        let earlier = uncounted.withLock { $0.updateValue(0, forKey: resource) } ?? 0
        let key = [source, .text(resource), .int(limit)]
        do throws(DatabaseError) {
            let statement = period == .day ? SQLStatement.countPerDay : .countPerHour
            let counted = try await database.run(statement, key + [.int(earlier + 1)], within: Self.timeout).rows.first
            if let counted { return .counted(try counted.int(0)) }
            addUncounted(earlier, resource)
            let obstacle = period == .day ? SQLStatement.dayObstacle : .hourObstacle
            guard let row = try await database.run(obstacle, key, within: Self.timeout).rows.first else {
                return .exhausted(retryAfter: 1)
            }
            if let seconds = try row.optional(0, row.int) {
                return .paused(retryAfter: max(1, seconds), reason: try row.optional(1, row.text))
            }
            return .exhausted(retryAfter: max(1, try row.int(2)))
        } catch {
            return countWithoutDatabase(resource, upTo: limit, earlier)
        }
    }

    package func pause(_ resource: String, seconds: Int, reason: String?) async {
        let parameters = [source, .text(resource), .int(seconds), reason.map(SQLValue.text) ?? .null]
        // Without the database, the source asks each machine itself.
        _ = try? await database.run(.pause, parameters, within: Self.timeout)
    }

    package func used(_ resource: String) async -> Int {
        let statement = period == .day ? SQLStatement.usedPerDay : .usedPerHour
        // Without the database, the number is known after the next call.
        let row = try? await database.run(statement, [source, .text(resource)], within: Self.timeout).rows.first
        return (try? row?.int(0)) ?? 0
    }

    private func addUncounted(_ count: Int, _ resource: String) {
        uncounted.withLock { $0[resource, default: 0] += count }
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
    private static let today = "(now() AT TIME ZONE 'UTC')::date"
    private static let isPaused = "coalesce(s.paused_until > now(), false)"
    private static let callsToday = "CASE WHEN s.day = \(today) THEN s.calls ELSE 0 END"
    private static let lastHour =
        "ARRAY(SELECT c FROM unnest(s.recent) c WHERE c > now() - interval '1 hour' ORDER BY c)"

    fileprivate static let countPerDay = SQLStatement.write(
        "calls_day",
        """
        \(relaxed) INSERT INTO source AS s (id, resource, day, calls)
        SELECT $1, $2, \(today), $4::bigint FROM relaxed WHERE $3::bigint > 0
        ON CONFLICT (id, resource) DO UPDATE SET day = EXCLUDED.day, calls = \(callsToday) + $4
        WHERE \(callsToday) < $3 AND NOT \(isPaused) RETURNING s.calls
        """)
    fileprivate static let countPerHour = SQLStatement.write(
        "calls_hour",
        """
        \(relaxed) INSERT INTO source AS s (id, resource, recent)
        SELECT $1, $2, array_fill(now(), ARRAY[$4::bigint::int]) FROM relaxed WHERE $3::bigint > 0
        ON CONFLICT (id, resource) DO UPDATE SET recent = \(lastHour) || EXCLUDED.recent
        WHERE cardinality(\(lastHour)) < $3 AND NOT \(isPaused) RETURNING cardinality(s.recent)::bigint
        """)
    /// The seconds of a pause, its reason, and the seconds until the next day.
    fileprivate static let dayObstacle = SQLStatement.read(
        "calls_day_obstacle", obstacle("date_trunc('day', now() AT TIME ZONE 'UTC') + interval '1 day'"))
    /// The same, and the seconds until enough of the last calls are an hour old.
    fileprivate static let hourObstacle = SQLStatement.read(
        "calls_hour_obstacle",
        obstacle(
            """
            ((\(lastHour))[greatest(1, cardinality(\(lastHour)) - $3::bigint::int + 1)] + interval '1 hour')
            AT TIME ZONE 'UTC'
            """))

    private static func obstacle(_ end: String) -> String {
        """
        SELECT CASE WHEN \(isPaused) THEN ceil(extract(epoch FROM s.paused_until - now()))::bigint END,
          s.pause_reason, coalesce(ceil(extract(epoch FROM \(end) - now() AT TIME ZONE 'UTC')), 1)::bigint, $3::bigint
        FROM source s WHERE id = $1 AND resource = $2
        """
    }

    fileprivate static let usedPerDay = SQLStatement.read(
        "calls_day_used", "SELECT \(callsToday) FROM source s WHERE id = $1 AND resource = $2")
    fileprivate static let usedPerHour = SQLStatement.read(
        "calls_hour_used", "SELECT cardinality(\(lastHour))::bigint FROM source s WHERE id = $1 AND resource = $2")
    fileprivate static let pause = SQLStatement.write(
        "calls_pause",
        """
        \(relaxed) INSERT INTO source AS s (id, resource, paused_until, pause_reason)
        SELECT $1, $2, now() + make_interval(secs => $3::bigint), $4 FROM relaxed
        ON CONFLICT (id, resource) DO UPDATE
        SET paused_until = greatest(s.paused_until, EXCLUDED.paused_until), pause_reason = EXCLUDED.pause_reason
        """)
}
