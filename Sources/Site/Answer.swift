import Heroes
import Synchronization

/// A question that is on its way to the source, and its answer once it is there.
struct Answer<Value: Sendable>: Sendable {
    private let task: Task<Result<Value, HeroError>, Never>

    /// Asks at once.
    init(_ ask: @escaping @Sendable () async throws(HeroError) -> Value) {
        task = Task {
            do throws(HeroError) {
                return .success(try await ask())
            } catch {
                return .failure(error)
            }
        }
    }

    /// The answer, however long it takes.
    var result: Result<Value, HeroError> { get async { await task.value } }

    /// The answer, or nil when it is not there in time; it goes on being awaited all the same.
    func result(within patience: Duration) async -> Result<Value, HeroError>? {
        let race = Race<Result<Value, HeroError>>()
        return await withCheckedContinuation { continuation in
            race.start(continuation)
            let timer = Task {
                // A cancelled sleep means that the answer won.
                try? await Task.sleep(for: patience)
                race.finish(nil)
            }
            Task {
                race.finish(await task.value)
                timer.cancel()
            }
        }
    }

    func cancel() { task.cancel() }
}

/// Resumes a continuation with whatever comes first.
private final class Race<Value: Sendable>: Sendable {
    private let waiting = Mutex<CheckedContinuation<Value?, Never>?>(nil)

    func start(_ continuation: CheckedContinuation<Value?, Never>) { waiting.withLock { $0 = continuation } }

    func finish(_ value: Value?) {
        let continuation = waiting.withLock { state in
            defer { state = nil }
            return state
        }
        continuation?.resume(returning: value)
    }
}
