import Synchronization

/// Runs the work for one key in order; work for different keys runs concurrently.
final class SerialQueue<Key: Hashable & Sendable>: Sendable {
    /// The tasks that wait, for each key with work in progress.
    private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

    func run<Value, Failure>(
        for key: Key, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await enter(key)
        defer { leave(key) }
        return try await work()
    }

    private func enter(_ key: Key) async {
        await withCheckedContinuation { continuation in
            let isFirst = waiting.withLock { waiting in
                let isFirst = waiting[key] == nil
                if isFirst { waiting[key] = [] } else { waiting[key]?.append(continuation) }
                return isFirst
            }
            if isFirst { continuation.resume() }
        }
    }

    private func leave(_ key: Key) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard waiting[key]?.isEmpty == false else {
                waiting[key] = nil
                return nil
            }
            return waiting[key]?.removeFirst()
        }
        next?.resume()
    }
}
