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
                    return try await database.run(.processID, within: Wait.timeout).firstRow.int(0)
                }
            }
            return try await tasks.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect((1...8).contains(processes.count))
        #expect(try await database.run(.read("SELECT revision FROM visitor")).firstRow.int(0) == 641)
        #expect(database.status.waitingCount == 0)
        #expect(database.status.error == nil)
    }

    @Test("a read gives up its place in the queue at its deadline")
    func expiry() async throws {
        let database = try await Database.onSharedServer(connectionCount: 1)
        let process = try await database.run(.processID).firstRow.int(0)
        async let slow = database.error(of: .slowRead, within: Wait.timeout)
        try await untilSleeping(process)
        let error = await database.error(of: .one, within: .milliseconds(100))
        #expect(error == .unavailable("no connection to the database was free in time"))
        // The server's own timeout.
        #expect(await slow == .unavailable("canceling statement due to statement timeout (SQLSTATE 57014)"))
        #expect(try await database.run(.processID).firstRow.int(0) == process)
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

    @Test("statements are counted by outcome")
    func metrics() async throws {
        let database = try await Database.onSharedServer(connectionCount: 1)
        _ = try await database.run(.insert, [identifier(1)])
        #expect(await database.error(of: .insert, [identifier(1)]) != nil)
        #expect(database.writeMetrics.counts == [.ok: 1, .failed: 1])
        #expect(database.writeMetrics.seconds > 0)
        #expect(database.readMetrics.counts == [:])
    }
}
