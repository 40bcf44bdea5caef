import Basics
import PostgreSQL
import Support
import Testing

@Suite("Lost connections to PostgreSQL", .timeLimit(.minutes(5)))
struct LostConnectionTests {
    private func terminate(_ process: Int) async throws {
        try await PostgresServer.shared().sql("SELECT pg_terminate_backend(\(process), 60000)")
    }

    @Test("statements wait for the next connection if the last one was closed while idle")
    func idle() async throws {
        let database = try await Database.onSharedServer(connectionCount: 1)
        for number in 0..<5 {
            try await terminate(try await database.run(.processID, within: Wait.timeout).firstRow.int(0))
            _ = try await database.run(.insert, [identifier(number)], within: Wait.timeout)
        }
        #expect(try await database.run(.count).firstRow.int(0) == 5)
        #expect(database.status.lossCount == 5)
    }

    @Test("a write that comes when its session has ended because it was idle is repeated")
    func idleTimeout() async throws {
        let server = try await PostgresServer.shared()
        let text = try await server.newSchema() + "%20-cidle_session_timeout%3D300"
        let database = try await Database.connected(to: text, connectionCount: 1)
        let process = try await database.run(.processID, within: Wait.timeout).firstRow.int(0)
        let write = try await server.freeze(process) {
            let write = Task { await database.error(of: .insert, [identifier(1)], within: Wait.timeout) }
            // The server's process finds both once it continues: the write, and its timeout.
            try await server.sql("SELECT pg_sleep(1)")
            return write
        }
        let error = await write.value
        #expect(error == nil)
        #expect(try await database.run(.count, within: Wait.timeout).firstRow.int(0) == 1)
    }

    @Test("a read whose connection is lost is repeated once, a write is unconfirmed")
    func running() async throws {
        let text = try await PostgresServer.shared().newSchema()
        let database = try await Database.connected(to: text, connectionCount: 1)
        try await PostgresServer.shared().sql(
            """
            CREATE SEQUENCE calls;
            CREATE FUNCTION lose(last bigint) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN
              IF nextval('calls') <= last THEN
                PERFORM pg_terminate_backend(pg_backend_pid());
                PERFORM pg_sleep(10);
              END IF;
              RETURN true;
            END $$
            """, text)
        let reason = "FATAL:  57P01: terminating connection due to administrator command"
        #expect(await database.error(of: .read("SELECT lose(1)"), within: Wait.timeout) == nil)
        let error = await database.error(of: .read("SELECT lose(4)"), within: Wait.timeout)
        #expect(error == .unavailable(reason))
        let write = SQLStatement.write("INSERT INTO visitor SELECT $1, 1, $1 WHERE lose(5)")
        let unconfirmed = await database.error(of: write, [identifier(1)], within: Wait.timeout)
        #expect(unconfirmed == .unconfirmed(reason))
        #expect(try await database.run(.count, within: Wait.timeout).firstRow.int(0) == 0)
    }

    @Test("a server process that hangs is given up at the deadline, and the pool continues with another connection")
    func frozen() async throws {
        let database = try await Database.onSharedServer(connectionCount: 2)
        let process = try await database.run(.processID).firstRow.int(0)
        try await PostgresServer.shared().freeze(process) {
            var errors: [DatabaseError] = []
            let hasFailed = try await Wait.until {
                errors += await withTaskGroup(of: DatabaseError?.self) { tasks in
                    for _ in 0..<16 { tasks.addTask { await database.error(of: .one, within: .seconds(3)) } }
                    return await tasks.reduce(into: [DatabaseError]()) { if let error = $1 { $0.append(error) } }
                }
                return !errors.isEmpty
            }
            #expect(hasFailed)
            #expect(errors == [.unavailable("the database did not answer in time")])
            #expect(try await Wait.until { database.status.connectionCount == 2 })
        }
        let other = try await Database.onSharedServer(connectionCount: 1)
        _ = try await other.run(.insert, [identifier(1)])
        try await PostgresServer.shared().freeze(try await other.run(.processID).firstRow.int(0)) {
            let error = await other.error(of: .insert, [identifier(2)], within: .milliseconds(300))
            #expect(error == .unconfirmed("the database did not answer in time"))
        }
    }

    @Test("without the server statements fail, after its restart they work again, and both is one event")
    func crash() async throws {
        let server = try await PostgresServer()
        let events = Locked<[DatabaseEvent]>([])
        let database = Database(try ConnectionSettings(server.connectionString()), connectionCount: 4) { event in
            events.withLock { $0.append(event) }
        }
        func untilConnected() async throws {
            #expect(try await Wait.until { database.status.connectionCount == database.status.connectionLimit })
        }
        try await untilConnected()
        let process = try await database.run(.processID, within: Wait.timeout).firstRow.int(0)
        try await server.sql("SELECT pg_terminate_backend(\(process), 60000)")
        #expect(try await Wait.until { database.status.lossCount == 1 })
        try await untilConnected()
        #expect(events.withLock { $0.isEmpty }, "other connections are left")
        server.crash()
        for number in 2..<40 {
            let error = await database.error(of: .insert, [identifier(number)])
            #expect(error != nil)
        }
        #expect(try await Wait.until { database.status.lossCount == 5 })
        #expect(try await Wait.until { database.status.error?.reason.contains("Connection refused") == true })
        #expect(await database.error(of: .one)?.reason.contains(PostgresServer.password) == false)
        try await server.start()
        try await untilConnected()
        _ = try await database.run(.insert, [identifier(2)])
        database.close()
        let all = events.withLock { $0 }
        guard case .lost(let reason) = all.first else { throw DatabaseError.unavailable("\(all)") }
        #expect(all == [.lost(reason: reason), .connectedAgain])
        #expect(!reason.isEmpty)
        #expect(!reason.contains(PostgresServer.password))
        #expect(!reason.contains("\n"))
    }

    @Test("a connection that fails at once is an error with the reason of libpq")
    func missingServer() async throws {
        for (text, reason) in [
            ("host=/absent", "No such file or directory"),
            ("host=absent.invalid sslmode=disable", "could not translate host name"),
        ] {
            let database = Database(try ConnectionSettings(text), connectionCount: 1)
            _ = try await Wait.until { database.status.error != .unavailable("the database is not connected yet") }
            let error = try #require(database.status.error)
            #expect(error.reason.contains(reason), "\(error.reason)")
        }
    }

    @Test("two changes of one row wait for each other, also if the role has serializable transactions")
    func serializable() async throws {
        let text = try await PostgresServer.shared().newSchema()
        let database = try await Database.connected(to: text + "%20-cdefault_transaction_isolation%3Dserializable")
        _ = try await database.run(.insert, [identifier(1)])
        let update = SQLStatement.write("UPDATE visitor SET revision = revision + 1 FROM pg_sleep(0.5) WHERE id = $1")
        async let other = database.error(of: update, [identifier(1)], within: Wait.timeout)
        #expect(await database.error(of: update, [identifier(1)], within: Wait.timeout) == nil)
        #expect(await other == nil)
    }
}
