import FoundationEssentials

/// The time, and waiting for it.
package struct SourceClock: Sendable {
    package let now: @Sendable () -> Date
    /// Sleeps for seconds; throws `CancellationError` if the task is cancelled.
    package let sleep: @Sendable (Double) async throws -> Void

    package init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Double) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    package static let system = SourceClock(now: { Date() }, sleep: { try await Task.sleep(for: .seconds($0)) })
}
