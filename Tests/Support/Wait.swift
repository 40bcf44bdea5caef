/// Waits for conditions that other threads and programs cause.
package enum Wait {
    /// The longest wait of any test, even on a busy machine.
    package static let timeout = Duration.seconds(180)

    /// Polls until the condition is true; returns false after the timeout.
    package static func until(_ condition: () async throws -> Bool) async throws -> Bool {
        let end = ContinuousClock.now + timeout
        while try await !condition() {
            guard ContinuousClock.now < end else { return false }
            try await Task.sleep(for: .milliseconds(20))
        }
        return true
    }
}
