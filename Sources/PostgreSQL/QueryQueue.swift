import Basics
import Dispatch
import Synchronization

typealias QueryResult = Result<SQLResult, DatabaseError>

/// A statement in the queue, with the task that waits for its result.
struct PendingQuery: Sendable {
    let statement: SQLStatement
    let parameters: [SQLValue]
    let deadline: MonotonicTime
    /// True if its first connection was lost before it could run.
    var isRepeated = false
    let continuation: CheckedContinuation<QueryResult, Never>

    func fail(_ error: DatabaseError) { continuation.resume(returning: .failure(error)) }
}

/// The queue of statements from tasks to the threads of the connections. Without a connection, statements fail at once.
///
/// A synchronous standby that is away makes commits wait without a limit. So two connections are left to reads, and
/// once a commit has run out of time, one further write at a time is tried, and others fail at once, until one succeeds.
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
        /// The number of running writes that wait for the standby.
        var commitCount = 0
        /// True from a commit that ran out of time to one that succeeds.
        var areCommitsStalled = false
        /// True from the loss of the last connection, or from a failed attempt without any, to the next one.
        var isAway = false
        /// True from the loss of the last connection to the end of the next attempt, for which statements wait.
        var isReconnecting = false
        var isClosed = false
        var error = DatabaseError.unavailable("the database is not connected yet")

        mutating func dequeue(if isIncluded: (PendingQuery) -> Bool) -> [PendingQuery] {
            let (included, others) = (queries.filter(isIncluded), queries.filter { !isIncluded($0) })
            queries = others
            return included
        }
    }

    private let state = Mutex(State())
    private let threadCount: Int
    private let log: @Sendable (DatabaseEvent) -> Void
    /// Counts queries, and threads to stop.
    private let work = DispatchSemaphore(value: 0)
    /// Counts threads to stop that are in a pause.
    private let stops = DispatchSemaphore(value: 0)

    init(threadCount: Int, log: @escaping @Sendable (DatabaseEvent) -> Void) {
        (self.threadCount, self.log) = (threadCount, log)
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }
    var areCommitsStalled: Bool { state.withLock { $0.areCommitsStalled } }
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
            guard state.connectionCount > 0 || state.isReconnecting, !state.isClosed else { return state.error }
            if query.statement.isCommitted, state.areCommitsStalled,
                state.commitCount > 0 || state.queries.contains(where: \.statement.isCommitted)
            {
                return Self.stalled
            }
            guard state.queries.count < 4_096 else { return .unavailable("4,096 statements wait for the database") }
            state.queries.append(query)
            return nil
        }
        if let error { query.fail(error) } else { work.signal() }
    }

    private static let stalled = DatabaseError.unavailable(
        "a write was not committed in time, and others wait until one is (if a synchronous standby is away, start it)")

    /// Puts a query back that has changed nothing.
    func putBack(_ query: PendingQuery) {
        state.withLock { state in
            if query.statement.isCommitted { state.commitCount -= 1 }
            state.queries.insert(query, at: 0)
        }
        work.signal()
    }

    /// Returns the result of a query to its task.
    func finish(_ query: PendingQuery, _ result: QueryResult) {
        let stalled = state.withLock { state -> [PendingQuery] in
            guard query.statement.isCommitted else { return [] }
            state.commitCount -= 1
            if !state.queries.isEmpty { work.signal() }
            switch result {
            // Without changed rows, nothing was committed.
            case .success(let result) where result.count > 0: state.areCommitsStalled = false
            case .failure(.unconfirmed) where query.deadline <= .now: state.areCommitsStalled = true
            default: break
            }
            return state.areCommitsStalled ? state.dequeue(if: \.statement.isCommitted) : []
        }
        query.continuation.resume(returning: result)
        for query in stalled { query.fail(Self.stalled) }
    }

    /// Waits at most a second.
    func next() -> Step {
        _ = work.wait(timeout: .now() + 1)
        return state.withLock { state in
            let isFull = state.commitCount >= max(1, threadCount - 2)
            if let index = state.queries.firstIndex(where: { !isFull || !$0.statement.isCommitted }) {
                let query = state.queries.remove(at: index)
                if query.statement.isCommitted { state.commitCount += 1 }
                return .run(query)
            }
            return state.isClosed ? .stop : .idle
        }
    }

    /// Fails the queries that are past their deadline, because every connection is busy, until the queue is closed.
    func expire() {
        while !isClosed {
            let now = MonotonicTime.now
            let expired = state.withLock { state in
                state.queries.isEmpty ? [] : state.dequeue { $0.deadline <= now }
            }
            for query in expired { query.fail(.unavailable("no connection to the database was free in time")) }
            pause(0.1)
        }
    }

    func connected() {
        let wasAway = state.withLock { state in
            defer { (state.isAway, state.isReconnecting) = (false, false) }
            state.connectionCount += 1
            return state.isAway
        }
        if wasAway { log(.connectedAgain) }
    }

    /// Reports that a connection could not be made. Without another one, nothing in the queue can be run.
    func failed(_ error: DatabaseError) {
        let queries = state.withLock { state -> [PendingQuery] in
            if !state.isClosed { state.error = error }
            guard state.connectionCount == 0 else { return [] }
            (state.isAway, state.isReconnecting) = (true, false)
            return state.dequeue { _ in true }
        }
        for query in queries { query.fail(error) }
    }

    func disconnected(_ reason: String) {
        let isLoss = state.withLock { state in
            state.connectionCount -= 1
            guard !state.isClosed else { return false }
            state.error = .unavailable("the connection to the database was lost: \(reason)")
            state.lossCount += 1
            if state.connectionCount == 0 { (state.isAway, state.isReconnecting) = (true, true) }
            return state.connectionCount == 0
        }
        if isLoss { log(.lost(reason: reason)) }
    }

    /// Waits for some seconds, or until the queue is closed.
    func pause(_ seconds: Double) { _ = stops.wait(timeout: .now() + seconds) }

    /// Fails further queries and those in the queue, and stops the threads.
    func close() {
        let error = DatabaseError.unavailable("the database is closed")
        let queries = state.withLock { state -> [PendingQuery] in
            state.isClosed = true
            state.error = error
            return state.dequeue { _ in true }
        }
        for query in queries { query.fail(error) }
        for _ in 0...threadCount {
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
