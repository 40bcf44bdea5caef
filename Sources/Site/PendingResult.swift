import Heroes

/// A question that is on its way to the source, and its answer once it is there.
struct PendingResult<Value: Sendable>: Sendable {
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
    func result(within streamingDelay: Duration) async -> Result<Value, HeroError>? {
        let (first, race) = AsyncStream.makeStream(
            of: Result<Value, HeroError>?.self, bufferingPolicy: .bufferingOldest(1))
        let timer = Task {
            // A cancelled sleep means that the answer won.
            try? await Task.sleep(for: streamingDelay)
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
