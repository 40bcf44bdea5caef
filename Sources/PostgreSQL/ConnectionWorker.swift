import Basics
import Synchronization

/// The work of one thread: keeps one connection open and runs the queue's statements on it.
struct ConnectionWorker: Sendable {
    let settings: ConnectionSettings
    let queue: QueryQueue
    let secret: [UInt8]?

    /// Returns once the queue is closed.
    func run() {
        var failures = 0
        while !queue.isClosed {
            do throws(DatabaseError) {
                let connection = try DatabaseConnection(settings)
                try Schema.prepare(connection, secret: secret)
                failures = 0
                queue.connected()
                serve(connection)
                queue.disconnected(connection.lossReason ?? "the program is about to stop")
            } catch {
                failures += 1
                queue.failed(error)
            }
            queue.pause(Self.delay(after: failures))
        }
    }

    /// Returns seconds: 0.1, 0.2, 0.4 and so on up to 5, plus or minus a half, so that not all machines come at once.
    static func delay(after failures: Int) -> Double {
        var seconds = 0.1
        for _ in 0..<min(failures, 10) { seconds *= 2 }
        return min(seconds, 5) * Double.random(in: 0.5...1.5)
    }

    /// Returns once the connection is not usable or the queue is closed.
    private func serve(_ connection: DatabaseConnection) {
        while connection.isUsable, !queue.isClosed {
            if let query = queue.next() { run(query, on: connection) } else { _ = connection.isAlive() }
        }
    }

    private func run(_ query: PendingQuery, on connection: DatabaseConnection) {
        guard query.deadline > .now else {
            return queue.finish(query, .failure(.unavailable("no connection to the database was free in time")))
        }
        // The server may have been restarted since the last statement.
        guard connection.isAlive() else { return queue.putBack(query) }
        do throws(DatabaseError) {
            let result = try connection.run(query.statement, query.parameters, deadline: query.deadline)
            queue.finish(query, .success(result))
        } catch {
            guard case .unavailable = error, !connection.isUsable, !query.isRepeated, query.deadline > .now else {
                return queue.finish(query, .failure(error))
            }
            var query = query
            query.isRepeated = true
            queue.putBack(query)
        }
    }
}

/// Runs the work for one key in order; work for different keys runs concurrently.
final class SerialQueue<Key: Hashable & Sendable>: Sendable {
    /// The tasks that wait, for each key with work in progress.
    private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

    func run<Value, Failure>(
        for key: Key, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await withCheckedContinuation { continuation in
            waiting.withLock { waiting in
                if waiting[key] != nil { return waiting[key, default: []].append(continuation) }
                waiting[key] = []
                continuation.resume()
            }
        }
        defer {
            waiting.withLock { waiting in
                if waiting[key]?.isEmpty == false { waiting[key]?.removeFirst().resume() } else { waiting[key] = nil }
            }
        }
        return try await work()
    }
}
