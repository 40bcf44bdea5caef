import Heroes
import Support
import Testing

@testable import PostgreSQL

@Suite("PostgreSQL with a standby", .timeLimit(.minutes(10)))
struct ReplicationTests {
    @Test("a write whose wait for the standby is cancelled is unconfirmed, although the server reports success")
    func cancelledWait() async throws {
        let server = try await PostgresServer()
        let database = try await Database.connected(to: server.connectionString())
        try await server.sql("ALTER SYSTEM SET synchronous_standby_names = 'missing'")
        try await server.sql("SELECT pg_reload_conf()")
        async let failed = firstError(of: database)
        let isCancelled = try await Wait.until {
            try await server.sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
                == "t"
        }
        let error = try #require(await failed.error)
        #expect(isCancelled)
        #expect(error == .unconfirmed("canceling wait for synchronous replication due to user request"))
        // The row of the unconfirmed write is there.
        #expect(try await database.run(.count).firstRow.int(0) == failed.count)
    }

    /// Inserts visitors until an error, because the server does not wait for its standby at once.
    private func firstError(of database: Database) async -> (error: DatabaseError?, count: Int) {
        for number in 0..<256 {
            let error = await database.error(of: .insert, [identifier(number)], within: Wait.timeout)
            if let error { return (error, number + 1) }
        }
        return (nil, 256)
    }

    @Test(
        "while the synchronous standby is away, reads go on, one write at a time is tried, and no process is left over")
    func standbyAway() async throws {
        let primary = try await PostgresServer()
        let standby = try await primary.standby()
        let database = try await Database.connected(to: primary.connectionString(), connectionCount: 4)
        try await primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        try await primary.sql("SELECT pg_reload_conf()")
        #expect(try await Wait.until { try await primary.sql("SELECT sync_state FROM pg_stat_replication") == "sync" })
        let store = PostgresFavourites(database)
        try await store.add(.example(1), for: .numbered(1))
        standby.crash()
        // Two of four connections are left to reads.
        var writes = startWrites(0..<8, on: database, within: Wait.timeout)
        let areWaiting = try await Wait.until {
            try await waitingCommits(primary) == 2 && database.status.waitingCount == 6
        }
        #expect(areWaiting)
        for _ in 0..<3 { #expect(await database.error(of: .one, within: Wait.timeout) == nil) }
        try await standby.start()
        for write in writes { #expect(await write.value == nil) }
        standby.crash()
        writes = startWrites(8..<16, on: database, within: .seconds(1))
        var errors: [DatabaseError?] = []
        for write in writes { errors.append(await write.value) }
        #expect(errors.count { $0 == .unconfirmed("the database did not answer in time") } == 2)
        #expect(errors.count { if case .unavailable = $0 { true } else { false } } == 6)
        #expect(try await Wait.until { try await waitingCommits(primary) == 0 })
        // A further write is the probe, for which others do not wait.
        let probe = try #require(startWrites(16..<17, on: database, within: Wait.timeout).first)
        #expect(try await Wait.until { try await waitingCommits(primary) == 1 })
        let refused = await database.error(of: .insert, [identifier(17)], within: Wait.timeout)
        #expect(refused?.reason.contains("a write was not committed in time") == true)
        // The favourite is there, but maybe on one server only.
        await #expect(throws: FavouritesError.self) { try await store.add(.example(1), for: .numbered(1)) }
        #expect(await database.error(of: .one, within: Wait.timeout) == nil)
        let processes = "SELECT count(*) <= 4 FROM pg_stat_activity WHERE application_name = 'heroes'"
        #expect(try await primary.sql(processes) == "t")
        try await standby.start()
        #expect(await probe.value == nil)
        #expect(await database.error(of: .insert, [identifier(17)], within: Wait.timeout) == nil)
    }

    private func startWrites(
        _ numbers: Range<Int>, on database: Database, within timeout: Duration
    ) -> [Task<DatabaseError?, Never>] {
        numbers.map { number in Task { await database.error(of: .insert, [identifier(number)], within: timeout) } }
    }

    private func waitingCommits(_ server: PostgresServer) async throws -> Int? {
        Int(try await server.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"))
    }

    @Test("a host whose first address does not answer is connected by its next one")
    func silentAddress() async throws {
        let server = try await PostgresServer.shared()
        let silent = try SilentAddress(port: server.port)
        let text = try await server.newSchema().replacing("@127.0.0.1", with: "@127.0.0.2,127.0.0.1")
        let database = try await Database.connected(to: text)
        #expect(await database.error(of: .one, within: Wait.timeout) == nil)
        _ = silent
    }

    @Test("a server that does not answer is skipped, and so is one that is read-only")
    func skipped() async throws {
        let primary = try await PostgresServer()
        let standby = try await primary.standby()
        let error = await #expect(throws: DatabaseError.self) {
            try await Database(ConnectionSettings(standby.connectionString())).waitUntilConnected(within: .seconds(1))
        }
        #expect(error?.reason.contains("read-only") == true)
        try await primary.freeze(primary.processID) {
            #expect(try await standby.sql("SELECT pg_promote()") == "t")
            let database = try await Database.connected(to: PostgresServer.connectionString([primary, standby]))
            _ = try await database.run(.insert, [identifier(1)], within: Wait.timeout)
            #expect(try await standby.sql("SELECT count(*) FROM visitor") == "1")
        }
    }
}
