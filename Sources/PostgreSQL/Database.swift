import Basics
import Glibc
import Synchronization

/// A pool of connections to PostgreSQL, each with a thread of its own that reconnects by itself.
package final class Database: Sendable {
    /// The state of the pool, for health checks and metrics.
    package struct Status: Sendable {
        package let connectionCount: Int
        /// The number of connections unless some are lost.
        package let connectionLimit: Int
        /// The number of connections that were lost since the start.
        package let lossCount: Int
        package let waitingCount: Int
        /// The reason why there is no connection; nil if there is one.
        package let error: DatabaseError?
    }

    private let queue: QueryQueue
    private let threads: Mutex<[SystemThread]>
    /// The metrics of reads, and those of writes at `true`.
    private let metrics = Mutex<[Bool: StatementMetrics]>([:])

    /// Starts connecting in the background, and creates the tables with the first connection. A secret must be that of
    /// the other machines.
    package init(
        _ settings: ConnectionSettings, connectionCount: Int = 8, secret: [UInt8]? = nil,
        log: @escaping @Sendable (DatabaseEvent) -> Void = { _ in }
    ) {
        queue = QueryQueue(threadCount: connectionCount, log: log)
        threads = Mutex([])
        let worker = ConnectionWorker(settings: settings, queue: queue, secret: secret)
        let bodies = [queue.expire] + Array(repeating: worker.run, count: connectionCount)
        for body in bodies {
            do throws(SystemError) {
                let thread = try SystemThread(named: "postgresql", body)
                threads.withLock { $0.append(thread) }
            } catch {
                queue.failed(.unavailable("cannot start a thread for the database: \(error.reason)"))
            }
        }
    }

    deinit { close() }

    package var status: Status { queue.status }

    /// True if commits wait for a standby that is away, so that rows may be on one server only.
    var areCommitsStalled: Bool { queue.areCommitsStalled }

    package var readMetrics: StatementMetrics { metrics.withLock { $0[false] ?? StatementMetrics() } }
    package var writeMetrics: StatementMetrics { metrics.withLock { $0[true] ?? StatementMetrics() } }

    /// Runs the statement as one transaction. The timeout, by default 1 second for a read and 5 seconds for a write,
    /// includes the time in the queue.
    package func run(
        _ statement: SQLStatement, _ parameters: [SQLValue] = [], within timeout: Duration? = nil
    ) async throws(DatabaseError) -> SQLResult {
        let start = MonotonicTime.nanoseconds(CLOCK_MONOTONIC)
        let deadline = MonotonicTime.now + (timeout ?? .seconds(statement.isWrite ? 5 : 1))
        let result = await withCheckedContinuation { continuation in
            queue.enqueue(
                PendingQuery(
                    statement: statement, parameters: parameters, deadline: deadline, continuation: continuation))
        }
        let nanoseconds = MonotonicTime.nanoseconds(CLOCK_MONOTONIC) - start
        metrics.withLock { $0[statement.isWrite, default: StatementMetrics()].add(result, nanoseconds: nanoseconds) }
        return try result.get()
    }

    /// Returns once there is a connection. Throws `.refused` at once, and `.unavailable` after the timeout.
    package func waitUntilConnected(within timeout: Duration) async throws(DatabaseError) {
        let deadline = MonotonicTime.now + timeout
        while let error = status.error {
            if case .refused = error { throw error }
            guard MonotonicTime.now < deadline, !queue.isClosed, !Task.isCancelled else { throw error }
            // The loop ends a cancelled wait.
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Fails the statements in the queue, closes all connections and returns once the threads have ended; a statement
    /// that runs is finished first.
    package func close() {
        queue.close()
        threads.withLock { threads in
            for thread in threads { thread.join() }
            threads = []
        }
    }
}

/// The number of statements by outcome, and the time that they took, including that in the queue.
package struct StatementMetrics: Sendable {
    /// After `failed`, nothing was changed; after `unconfirmed`, a write may have been made.
    package enum Outcome: String, CaseIterable, Sendable { case ok, unconfirmed, failed }

    package private(set) var counts: [Outcome: Int] = [:]
    package private(set) var seconds = 0.0

    fileprivate mutating func add(_ result: QueryResult, nanoseconds: UInt64) {
        let outcome: Outcome =
            switch result {
            case .success: .ok
            case .failure(.unconfirmed): .unconfirmed
            case .failure: .failed
            }
        counts[outcome, default: 0] += 1
        seconds += Double(nanoseconds) / 1e9
    }
}

/// A failure of a statement or of a connection. No text contains a password.
package enum DatabaseError: Error, Hashable, Sendable {
    /// Nothing was changed; the text is for the log.
    case unavailable(String)
    /// A write was sent, and its outcome is unknown; the text is for the log.
    case unconfirmed(String)
    /// The server rejects this program until its configuration changes; the text is a sentence for the operator.
    case refused(String)

    package var reason: String {
        switch self {
        case .unavailable(let reason), .unconfirmed(let reason), .refused(let reason): reason
        }
    }

    /// The error for a statement that the server has rejected, by SQLSTATE (PostgreSQL, appendix A).
    init(sqlState: String, message: String) {
        let text = "\(message) (SQLSTATE \(sqlState))"
        self = Self.refusedStates.contains(sqlState) ? .refused(text) : .unavailable(text)
    }

    /// Wrong user or password, no entry in pg_hba.conf, missing database or schema, missing privilege, a setting in the
    /// connection string that the server does not know, and another program's table or type.
    static let refusedStates: Set = [
        "28000", "28P01", "3D000", "3F000", "42501", "22023", "42704", "42P07", "42710",
    ]
}

/// The events of a pool for its log.
package enum DatabaseEvent: Equatable, Sendable {
    /// The last connection was lost.
    case lost(reason: String)
    /// There is a connection again, after a loss or after failed attempts.
    case connectedAgain
}
