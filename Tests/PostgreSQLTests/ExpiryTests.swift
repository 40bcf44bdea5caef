import Basics
import FoundationEssentials
import Heroes
import Support
import Testing

@testable import PostgreSQL

/// Two stores on one schema with clocks that the test advances: those of the machines, and that of the server.
private struct ExpiringMachines {
    let schema: String
    let first: PostgresFavourites
    let second: PostgresFavourites
    let clock = Locked(0)

    init() async throws {
        // Built-in functions come last, so that the schema's now() is used.
        schema = try await PostgresServer.shared().newSchema() + "%2Cpg_catalog"
        let now = { @Sendable [clock] in MonotonicTime(milliseconds: clock.withLock { $0 }) }
        first = PostgresFavourites(try await .connected(to: schema), now: now)
        second = PostgresFavourites(try await .connected(to: schema), now: now)
        try await sql(
            """
            CREATE TABLE clock AS SELECT interval '0' AS ahead;
            CREATE FUNCTION now() RETURNS timestamptz LANGUAGE sql STABLE
            AS 'SELECT pg_catalog.now() + ahead FROM clock'
            """)
    }

    @discardableResult
    func sql(_ text: String) async throws -> String { try await PostgresServer.shared().sql(text, schema) }

    func setServerClock(aheadBySeconds seconds: Int) async throws {
        try await sql("UPDATE clock SET ahead = '\(seconds) s'")
    }

    /// Adds visitors with the last visit some days ago.
    func add(_ count: Int, seenDaysAgo days: Int) async throws {
        try await sql(
            """
            INSERT INTO visitor SELECT sha256(gen_random_uuid()::text::bytea), 1, 'x', CURRENT_DATE - \(days)
            FROM generate_series(1, \(count))
            """)
    }

    /// Returns how many days ago the visitors were seen.
    func days() async throws -> [Int] {
        try await sql("SELECT CURRENT_DATE - last_seen FROM visitor ORDER BY 1").split(separator: "\n").compactMap {
            Int($0)
        }
    }

    /// Walks to the end without pauses, unless another machine does.
    func deleteUnused(_ store: PostgresFavourites) async throws {
        try await PostgresFavourites.deleteUnused(store.database) { _ in }
    }
}

@Suite("Expiry of favourites in PostgreSQL", .timeLimit(.minutes(5)))
struct ExpiryTests {
    @Test("visitors expire after 400 days without a visit, not before, also among thousands")
    func unused() async throws {
        let machines = try await ExpiringMachines()
        try await machines.add(2_500, seenDaysAgo: 500)
        for days in [0, 1, 399, 401] { try await machines.add(2, seenDaysAgo: days) }
        try await machines.deleteUnused(machines.first)
        #expect(try await machines.days() == [0, 0, 1, 1, 399, 399])
    }

    @Test("only one machine walks at a time, also after the server's clock was ahead")
    func oneMachine() async throws {
        let machines = try await ExpiringMachines()
        try await machines.setServerClock(aheadBySeconds: 500 * 86_400)
        #expect(await PostgresLease(machines.first.database, name: "expiry").acquire())
        try await machines.add(3, seenDaysAgo: 500)
        try await machines.deleteUnused(machines.second)
        #expect(try await machines.days() == [500, 500, 500])
        try await machines.setServerClock(aheadBySeconds: 0)
        try await machines.deleteUnused(machines.second)
        #expect(try await machines.days() == [])
    }

    @Test("a visitor that is seen meanwhile stays")
    func seen() async throws {
        let machines = try await ExpiringMachines()
        try await machines.add(3, seenDaysAgo: 500)
        let database = try await Database.connected(to: machines.schema, connectionCount: 1)
        let process = try await database.run(.processID).firstRow.int(0)
        let visit = SQLStatement.write(
            """
            WITH seen AS (UPDATE visitor SET last_seen = CURRENT_DATE
              WHERE id = (SELECT id FROM visitor ORDER BY id LIMIT 1) RETURNING true)
            SELECT true FROM seen, pg_sleep(1)
            """)
        let hasEnded = Locked(false)
        async let error = {
            let error = await database.error(of: visit, within: Wait.timeout)
            hasEnded.withLock { $0 = true }
            return error
        }()
        try await untilSleeping(process) { hasEnded.withLock { $0 } }
        try await machines.deleteUnused(machines.first)
        #expect(await error == nil)
        #expect(try await machines.days() == [0])
    }

    @Test("nothing expires in the first 24 hours")
    func start() async throws {
        let machines = try await ExpiringMachines()
        for days in [300, 500] { try await machines.add(1, seenDaysAgo: days) }
        let pauses = Locked<[Duration]>([])
        await #expect(throws: CancellationError.self) {
            try await PostgresFavourites.expireDaily(machines.first.database) { pause in
                guard pause != .seconds(1) else { return }
                let count = pauses.withLock {
                    $0.append(pause)
                    return $0.count
                }
                if count == 1 { try #require(await machines.days() == [300, 500]) }
                if count == 2 { throw CancellationError() }
            }
        }
        #expect(try #require(pauses.withLock { $0.first }) >= .seconds(86_400))
        #expect(try await machines.days() == [300])
    }
}
