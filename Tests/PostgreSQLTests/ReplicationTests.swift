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
        #expect(isCancelled && error == .unconfirmed("canceling wait for synchronous replication due to user request"))
        // The row of the unconfirmed write is there.
        #expect(try await database.run(.count).rows[0].int(0) == failed.count)
    }

    /// Inserts visitors until an error, because the server does not wait for its standby at once.
    private func firstError(of database: Database) async -> (error: DatabaseError?, count: Int) {
        for number in 0..<256 {
            let error = await database.error(of: .insert, [identifier(number)], within: Wait.timeout)
            if let error { return (error, number + 1) }
        }
        return (nil, 256)
    }

    @Test("a host whose first address does not answer is connected by its next one")
    func silentAddress() async throws {
        let server = try await PostgresServer.shared()
        let silent = try SilentAddress(port: server.port)
        let schema = try #require(try await server.newSchema().split(separator: "%3D").last)
        for (hosts, addresses) in [
            ("db.example", ["db.example": ["127.0.0.2", "127.0.0.1"]]),
            ("db3,db1", ["db3": ["127.0.0.2"], "db1": ["127.0.0.1"]]),
        ] {
            var settings = try ConnectionSettings(
                "host=\(hosts) port=\(server.port) dbname=postgres user=\(PostgresServer.user) sslmode=disable "
                    + "password=\(PostgresServer.password) options=-csearch_path=\(schema)")
            settings.resolve = { addresses[$0] ?? [] }
            let database = Database(settings, connectionCount: 1)
            try await database.waitUntilConnected(within: Wait.timeout)
            #expect(await database.error(of: .one, within: Wait.timeout) == nil)
        }
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
