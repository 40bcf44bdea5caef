import Basics
import Support
import Testing

@testable import PostgreSQL

@Suite("The pool of connections", .timeLimit(.minutes(5)))
struct PoolTests {
    @Test("64 tasks use 8 connections at once, and no write is lost")
    func concurrency() async throws {
        let database = try await Database.onSharedServer(connectionCount: 8)
        _ = try await database.run(.insert, [identifier(0)])
        let increment = SQLStatement.write("UPDATE visitor SET revision = revision + 1 WHERE id = $1")
        let processes = try await withThrowingTaskGroup(of: Int.self) { tasks in
            for _ in 0..<64 {
                tasks.addTask {
                    for _ in 0..<10 { _ = try await database.run(increment, [identifier(0)], within: Wait.timeout) }
                    return try await database.run(.processID, within: Wait.timeout).rows[0].int(0)
                }
            }
            return try await tasks.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect((1...8).contains(processes.count))
        #expect(try await database.run(.read("SELECT revision FROM visitor")).rows[0].int(0) == 641)
        #expect(database.status.waitingCount == 0 && database.status.error == nil)
    }

    @Test("a read gives up its place in the queue at its deadline")
    func expiry() async throws {
        let database = try await Database.onSharedServer(connectionCount: 1)
        let process = try await database.run(.processID).rows[0].int(0)
        async let slow = database.error(of: .slowRead, within: Wait.timeout)
        try await untilSleeping(process)
        let error = await database.error(of: .one, within: .milliseconds(100))
        #expect(error == .unavailable("no connection to the database was free in time"))
        // The server's own timeout.
        #expect(await slow == .unavailable("canceling statement due to statement timeout (SQLSTATE 57014)"))
        #expect(try await database.run(.processID).rows[0].int(0) == process)
    }

    @Test("4,096 statements wait for a connection; more fail at once")
    func limit() async throws {
        let database = try await Database.onSharedServer(connectionCount: 1)
        let process = try await database.run(.processID).rows[0].int(0)
        let refused = Locked<[DatabaseError]>([])
        let tasks = try await PostgresServer.shared().freeze(process) {
            let tasks = (0..<4_200).map { _ in
                Task {
                    let error = await database.error(of: .one, within: Wait.timeout)
                    if let error { refused.withLock { $0.append(error) } }
                }
            }
            let areRefused = try await Wait.until { refused.withLock(\.count) >= 103 }
            #expect(areRefused && database.status.waitingCount == 4_096)
            return tasks
        }
        for task in tasks { await task.value }
        let errors = refused.withLock { $0 }
        #expect(errors.allSatisfy { $0 == .unavailable("4,096 statements wait for the database") })
        // The connection may have taken the first statement before the last ones came.
        #expect((103...104).contains(errors.count))
    }

    @Test("after closing, statements fail at once")
    func close() async throws {
        let database = try await Database.onSharedServer(connectionCount: 8)
        database.close()
        #expect(await database.error(of: .one) == .unavailable("the database is closed"))
        #expect(database.status.error == .unavailable("the database is closed"))
        database.close()
    }

    @Test("reconnecting starts after 0.1 seconds, and waits 5 seconds at most, give or take a half")
    func delays() {
        for (failures, seconds) in [(0, 0.1), (1, 0.2), (5, 3.2), (6, 5), (1_000_000, 5)] {
            let delays = (0..<100).map { _ in ConnectionWorker.delay(after: failures) }
            #expect(delays.allSatisfy { (seconds * 0.5...seconds * 1.5).contains($0) })
            #expect(Set(delays).count > 50)
        }
    }

    @Test("every error has its outcome in the metrics")
    func errors() {
        var metrics = StatementMetrics()
        for error in [DatabaseError.conflict(""), .unconfirmed(""), .unavailable(""), .refused("")] {
            metrics.add(.failure(error), nanoseconds: 6_000_000_000)
        }
        metrics.add(.success(SQLResult()), nanoseconds: 250_000)
        #expect(metrics.counts == [.ok: 1, .conflict: 1, .unconfirmed: 1, .unavailable: 1, .refused: 1])
        #expect(metrics.seconds == 24.00025)
    }
}
