import Basics
import Support
import Testing

@testable import PostgreSQL

@Suite("Metrics and events of the pool", .timeLimit(.minutes(5)))
struct DatabaseMetricsTests {
    func outcomes() async throws {
        let database = try await Database.onSharedServer(connectionCount: 1)
        let process = try await database.run(.processID, within: Wait.timeout).rows[0].int(0)
        _ = try await database.run(.insert, [identifier(1)], within: Wait.timeout)
        // A duplicate.
        #expect(await database.error(of: .insert, [identifier(1)], within: Wait.timeout) != nil)
        try await PostgresServer.shared().freeze(process) {
            _ = await database.error(of: .insert, [identifier(2)], within: .milliseconds(100))
        }
        #expect(database.readMetrics.counts == [.ok: 1])
        #expect(database.writeMetrics.counts == [.ok: 1, .unavailable: 1, .unconfirmed: 1])
        #expect(database.writeMetrics.seconds >= 0.1)
    }

    @Test("every error has its outcome, and a duration above all bounds its bucket")
    func errors() {
        var metrics = StatementMetrics()
        for error in [DatabaseError.conflict(""), .unconfirmed(""), .unavailable(""), .refused("")] {
            metrics.add(.failure(error), nanoseconds: 6_000_000_000)
        }
        metrics.add(.success(SQLResult()), nanoseconds: 250_000)
        #expect(metrics.counts == [.ok: 1, .conflict: 1, .unconfirmed: 1, .unavailable: 1, .refused: 1])
        #expect(metrics.seconds == 24.00025)
    }

    @Test("statements that wait for a connection are counted")
    func waiting() async throws {
        let database = try await Database.onSharedServer(connectionCount: 1)
        let process = try await database.run(.processID, within: Wait.timeout).rows[0].int(0)
        let tasks = try await PostgresServer.shared().freeze(process) {
            let tasks = (0..<3).map { _ in Task { await database.error(of: .one, within: Wait.timeout) } }
            let areWaiting = try await Wait.until { database.status.waitingCount == 2 }
            #expect(areWaiting)
            return tasks
        }
        for task in tasks { #expect(await task.value == nil) }
        #expect(database.status.waitingCount == 0)
    }

    @Test("the loss of the last connection is one event, and so is the next connection")
    func events() async throws {
        let server = try await PostgresServer()
        let events = Locked<[DatabaseEvent]>([])
        let database = Database(try ConnectionSettings(server.connectionString()), connectionCount: 3) { event in
            events.withLock { $0.append(event) }
        }
        func untilConnected() async throws {
            #expect(try await Wait.until { database.status.connectionCount == database.status.connectionLimit })
        }
        try await untilConnected()
        let process = try await database.run(.processID, within: Wait.timeout).rows[0].int(0)
        try await server.sql("SELECT pg_terminate_backend(\(process), 60000)")
        #expect(try await Wait.until { database.status.lossCount == 1 })
        try await untilConnected()
        #expect(events.withLock { $0.isEmpty })
        server.crash()
        #expect(try await Wait.until { database.status.lossCount == 4 })
        try await server.start()
        try await untilConnected()
        database.close()
        let all = events.withLock { $0 }
        guard case .lost(let reason) = all.first else { throw DatabaseError.unavailable("\(all)") }
        #expect(all == [.lost(reason: reason), .connectedAgain])
        #expect(!reason.isEmpty && !reason.contains(PostgresServer.password) && !reason.contains("\n"))
    }
}
