import Basics
import Dispatch
import Synchronization

typealias QueryResult = Result<SQLResult, DatabaseError>

/// A statement in the queue, with the task that waits for its result.
struct PendingQuery: Sendable {
    let statement: SQLStatement
    let parameters: [SQLValue]
    let deadline: MonotonicTime
    let continuation: CheckedContinuation<QueryResult, Never>

    func fail(_ error: DatabaseError) { continuation.resume(returning: .failure(error)) }
}

/// The queue of statements from tasks to the threads of the connections. Without a connection, statements fail at once.
final class QueryQueue: Sendable {
    /// A thread's next step.
    enum Step: Sendable {
        case run(PendingQuery)
        case idle
        case stop
    }

    private struct State {
        var queries: [PendingQuery] = []
        var connectionCount = 0
        var lossCount = 0
        /// True from the loss of the last connection, or from a failed attempt without any, to the next one.
        var isAway = false
        var isClosed = false
        var error = DatabaseError.unavailable("the database is not connected yet")

        mutating func dequeueAll() -> [PendingQuery] {
            defer { queries = [] }
            return queries
        }
    }

    private let state = Mutex(State())
    private let threadCount: Int
    private let log: @Sendable (DatabaseEvent) -> Void
    /// Counts queries, and threads to stop.
    private let work = DispatchSemaphore(value: 0)
    /// Counts threads to stop that wait before they reconnect.
    private let stops = DispatchSemaphore(value: 0)

    init(threadCount: Int, log: @escaping @Sendable (DatabaseEvent) -> Void) {
        (self.threadCount, self.log) = (threadCount, log)
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }
    var status: Database.Status {
        state.withLock { state in
            Database.Status(
                connectionCount: state.connectionCount, connectionLimit: threadCount, lossCount: state.lossCount,
                waitingCount: state.queries.count,
                error: state.connectionCount == 0 || state.isClosed ? state.error : nil)
        }
    }

    func enqueue(_ query: PendingQuery) {
        let error: DatabaseError? = state.withLock { state in
            guard state.connectionCount > 0, !state.isClosed else { return state.error }
            guard state.queries.count < 4_096 else { return .unavailable("4,096 statements wait for the database") }
            state.queries.append(query)
            return nil
        }
        if let error { query.fail(error) } else { work.signal() }
    }

    /// Puts a query back that was not sent.
    func putBack(_ query: PendingQuery) {
        state.withLock { $0.queries.insert(query, at: 0) }
        work.signal()
    }

    /// Waits at most a second.
    func next() -> Step {
        _ = work.wait(timeout: .now() + 1)
        return state.withLock { state in
            guard state.queries.isEmpty else { return .run(state.queries.removeFirst()) }
            return state.isClosed ? .stop : .idle
        }
    }

    /// Fails the queries that are past their deadline while every connection is busy.
    func expire() {
        let now = MonotonicTime.now
        let expired = state.withLock { state in
            let expired = state.queries.filter { $0.deadline <= now }
            if !expired.isEmpty { state.queries.removeAll { $0.deadline <= now } }
            return expired
        }
        for query in expired { query.fail(.unavailable("no connection to the database was free in time")) }
    }

    func connected() {
        let wasAway = state.withLock { state in
            defer { state.isAway = false }
            state.connectionCount += 1
            return state.isAway
        }
        if wasAway { log(.connectedAgain) }
    }

    /// Reports that a connection could not be made.
    func failed(_ error: DatabaseError) {
        state.withLock { state in
            if !state.isClosed { state.error = error }
            if state.connectionCount == 0 { state.isAway = true }
        }
    }

    /// Reports a lost connection. Without another one, nothing in the queue can be run.
    func disconnected(_ reason: String) {
        let loss = state.withLock { state -> (queries: [PendingQuery], error: DatabaseError, isClosed: Bool)? in
            state.connectionCount -= 1
            if !state.isClosed {
                state.error = .unavailable("the connection to the database was lost: \(reason)")
                state.lossCount += 1
            }
            guard state.connectionCount == 0 else { return nil }
            state.isAway = true
            return (state.dequeueAll(), state.error, state.isClosed)
        }
        guard let loss else { return }
        if !loss.isClosed { log(.lost(reason: reason)) }
        for query in loss.queries { query.fail(loss.error) }
    }

    func waitBeforeReconnecting(_ delay: Double) { _ = stops.wait(timeout: .now() + delay) }

    /// Fails further queries and those in the queue, and stops the threads.
    func close() {
        let error = DatabaseError.unavailable("the database is closed")
        let queries = state.withLock { state -> [PendingQuery] in
            state.isClosed = true
            state.error = error
            return state.dequeueAll()
        }
        for query in queries { query.fail(error) }
        for _ in 0..<threadCount {
            work.signal()
            stops.signal()
        }
    }
}

/// The number of statements by outcome, and the time that they took, including that in the queue.
package struct StatementMetrics: Sendable {
    /// A `conflict` or a later outcome is the error of that name.
    package enum Outcome: String, CaseIterable, Sendable { case ok, conflict, unconfirmed, unavailable, refused }

    package private(set) var counts: [Outcome: Int] = [:]
    package private(set) var seconds = 0.0

    mutating func add(_ result: QueryResult, nanoseconds: UInt64) {
        counts[Outcome(result), default: 0] += 1
        seconds += Double(nanoseconds) / 1e9
    }
}

extension StatementMetrics.Outcome {
    init(_ result: QueryResult) {
        switch result {
        case .success: self = .ok
        case .failure(.conflict): self = .conflict
        case .failure(.unconfirmed): self = .unconfirmed
        case .failure(.unavailable): self = .unavailable
        case .failure(.refused): self = .refused
        }
    }
}
