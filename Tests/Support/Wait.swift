/// Waiting for states that other threads and programs bring about.
package enum Waiting {
    /// The longest that a test waits for anything, on however busy a machine.
    package static let limit = Duration.seconds(180)

    /// Asks until the condition holds; returns false if it does not within the limit.
    package static func until(_ condition: () async throws -> Bool) async throws -> Bool {
        let end = ContinuousClock.now + limit
        while try await !condition() {
            guard ContinuousClock.now < end else { return false }
            try await Task.sleep(for: .milliseconds(20))
        }
        return true
    }
}
