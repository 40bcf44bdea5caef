import CCurl
import Synchronization

typealias CurlResult = Result<CurlResponse, CurlError>

/// A request in the queue, with the task that waits for its result.
struct PendingRequest: Sendable {
    let id: UInt64
    let request: CurlRequest
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<CurlResult, Never>
}

/// The queue of commands from tasks to the thread that owns the multi handle.
final class CommandQueue: Sendable {
    enum Command: Sendable {
        case send(PendingRequest)
        case cancel(UInt64)
    }

    /// The multi handle, for `curl_multi_wakeup`, its only function that other threads may call.
    struct Wakeup: @unchecked Sendable {
        let multi: UnsafeMutableRawPointer
    }

    private struct State {
        var commands: [Command] = []
        /// The result of further requests; nil while the queue is open.
        var closedError: CurlError?
        var wakeup: Wakeup?
    }

    private let state = Mutex(State())
    private let lastID = Atomic<UInt64>(0)

    func newID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

    /// Enqueues the command, or fails its request if the queue is closed.
    func enqueue(_ command: Command) {
        let closedError: CurlError? = state.withLock { state in
            guard state.closedError == nil else { return state.closedError }
            state.commands.append(command)
            Self.wake(state)
            return nil
        }
        if let closedError { Self.fail(command, with: closedError) }
    }

    /// True if the queue is closed, even if it still has commands.
    var isClosed: Bool { state.withLock { $0.closedError != nil } }

    /// Closes the queue; the thread finishes the commands in it.
    func close() {
        state.withLock { state in
            state.closedError = state.closedError ?? .cancelled
            Self.wake(state)
        }
    }

    /// Closes the queue and fails the requests in it; there is no thread to do so.
    func fail(_ error: CurlError) {
        let commands = state.withLock { state in
            defer { state.commands = [] }
            state.closedError = error
            return state.commands
        }
        for command in commands { Self.fail(command, with: error) }
    }

    /// Sets the wakeup that is called for every command from now on.
    func setWakeup(_ wakeup: Wakeup) { state.withLock { $0.wakeup = wakeup } }

    /// Returns the commands since the last call; nil once the queue is closed and empty, after which the wakeup is not
    /// used.
    func dequeueAll() -> [Command]? {
        state.withLock { state in
            guard state.closedError == nil || !state.commands.isEmpty else {
                state.wakeup = nil
                return nil
            }
            defer { state.commands = [] }
            return state.commands
        }
    }

    private static func fail(_ command: Command, with error: CurlError) {
        if case .send(let pending) = command { pending.continuation.resume(returning: .failure(error)) }
    }

    /// Called with the lock held, so that the handle cannot be freed at the same time.
    private static func wake(_ state: State) {
        if let wakeup = state.wakeup { _ = curl_multi_wakeup(wakeup.multi) }
    }
}
