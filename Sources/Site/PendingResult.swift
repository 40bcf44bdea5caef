import Heroes

/// A running request to the source and its future result.
struct PendingResult<Value: Sendable>: Sendable {
    private let task: Task<Result<Value, HeroError>, Never>

    /// Starts the operation immediately.
    init(_ operation: @escaping @Sendable () async throws(HeroError) -> Value) {
        task = Task {
            do throws(HeroError) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
    }

    /// The result, without a timeout.
    var result: Result<Value, HeroError> { get async { await task.value } }

    /// Returns the result, or nil after the timeout. The operation continues in both cases.
    func result(within timeout: Duration) async -> Result<Value, HeroError>? {
        let (first, race) = AsyncStream.makeStream(
            of: Result<Value, HeroError>?.self, bufferingPolicy: .bufferingOldest(1))
        let timer = Task {
            // The sleep is cancelled if the result arrives first.
            try? await Task.sleep(for: timeout)
            race.yield(nil)
        }
        Task {
            race.yield(await task.value)
            timer.cancel()
        }
        return await first.first { _ in true } ?? nil
    }

    func cancel() { task.cancel() }
}
