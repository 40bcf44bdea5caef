import Support
import Synchronization
import Testing

/// The numbers of responses to visitors that change favourites at the same time.
final class Ledger: Sendable {
    private struct State {
        var acknowledged = 0
        var failures: [Int] = []
        var incompletePages = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The number of acknowledged changes.
    var acknowledged: Int { state.withLock(\.acknowledged) }

    /// The statuses of failed changes; 0 without a response.
    var failures: [Int] { state.withLock(\.failures) }

    /// The number of pages that ended early.
    var incompletePages: Int { state.withLock(\.incompletePages) }

    /// True if the visitors are to stop.
    var isClosed: Bool { state.withLock(\.isClosed) }

    func acknowledge() { state.withLock { $0.acknowledged += 1 } }
    func fail(_ status: Int) { state.withLock { $0.failures.append(status) } }
    func countIncompletePage() { state.withLock { $0.incompletePages += 1 } }
    func close() { state.withLock { $0.isClosed = true } }

    /// Waits until this many more changes are acknowledged.
    func waitForChanges(_ count: Int = 40) async throws {
        let goal = acknowledged + count
        #expect(try await Wait.until { acknowledged >= goal || isClosed })
        try #require(!isClosed)
    }
}
