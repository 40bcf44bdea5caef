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
    private struct State {
        var queries: [PendingQuery] = []
        var connectionCount = 0
        var lossCount = 0
        /// The number of running writes that wait for the standby.
        var commitCount = 0
        /// True from a commit that ran out of time to one that succeeds.
        var areCommitsStalled = false
        /// True from the loss of the last connection to the end of the next attempt, for which statements wait.
        var isReconnecting = false
        var isClosed = false
        var error = QueryQueue.notConnected

        mutating func dequeue(if isIncluded: (PendingQuery) -> Bool) -> [PendingQuery] {
            let (included, others) = (queries.filter(isIncluded), queries.filter { !isIncluded($0) })
            queries = others
            return included
        }
    }

    private static let notConnected = DatabaseError.unavailable("the database is not connected yet")
    private static let closed = DatabaseError.unavailable("the database is closed")

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
            state.queries.append(query)
            return nil
        }
        if let error { query.fail(error) } else { work.signal() }
    }

    private static let stalled = DatabaseError.unavailable(
        "a write was not committed in time, and others wait until one is (if a synchronous standby is away, start it)")

    /// Puts a query back that has changed nothing.
    func putBack(_ query: PendingQuery) {
        let isClosed = state.withLock { state in
            if query.statement.isCommitted { state.commitCount -= 1 }
            if !state.isClosed { state.queries.insert(query, at: 0) }
            return state.isClosed
        }
        if isClosed { query.fail(Self.closed) } else { work.signal() }
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

    /// Waits at most a second for a query.
    func next() -> PendingQuery? {
        _ = work.wait(timeout: .now() + 1)
        return state.withLock { state in
            let isFull = state.commitCount >= max(1, threadCount - 2)
            guard let index = state.queries.firstIndex(where: { !isFull || !$0.statement.isCommitted }) else {
                return nil
            }
            let query = state.queries.remove(at: index)
            if query.statement.isCommitted { state.commitCount += 1 }
            return query
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
            defer { state.connectionCount += 1 }
            state.isReconnecting = false
            return state.connectionCount == 0 && state.error != Self.notConnected
        }
        if wasAway { log(.connectedAgain) }
    }

    /// Reports that a connection could not be made. Without another one, nothing in the queue can be run.
    func failed(_ error: DatabaseError) {
        let queries = state.withLock { state -> [PendingQuery] in
            if !state.isClosed { state.error = error }
            guard state.connectionCount == 0 else { return [] }
            state.isReconnecting = false
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
            state.isReconnecting = state.connectionCount == 0
            return state.isReconnecting
        }
        if isLoss { log(.lost(reason: reason)) }
    }

    /// Waits for some seconds, or until the queue is closed.
    func pause(_ seconds: Double) { _ = stops.wait(timeout: .now() + seconds) }

    /// Fails further queries and those in the queue, and stops the threads.
    func close() {
        let queries = state.withLock { state in
            (state.isClosed, state.error) = (true, Self.closed)
            return state.dequeue { _ in true }
        }
        for query in queries { query.fail(Self.closed) }
        for _ in 0...threadCount {
            work.signal()
            stops.signal()
        }
    }
}
