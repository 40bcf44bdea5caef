import Glibc
import Synchronization

@testable import Storage

/// Records the system calls of a store and makes chosen ones fail.
final class FaultRecorder: Sendable {
    private struct State {
        var calls: [FileOperations.Call] = []
        var isRecording = false
        var verdict: @Sendable (Int, FileOperations.Call) -> FileOperations.Verdict = { _, _ in .proceed }
    }

    private let state = Mutex(State())
    /// Whether the file system can have two files change names.
    private let canExchange: Bool

    init(canExchange: Bool = true) { self.canExchange = canExchange }

    var operations: FileOperations {
        FileOperations(intercept: { [self] call in
            let (verdict, number) = state.withLock { state in
                if state.isRecording { state.calls.append(call) }
                return (state.isRecording ? state.verdict : { _, _ in .proceed }, state.calls.count)
            }
            if case .exchange = call, !canExchange, verdict(number, call) == .proceed { return .fail(EINVAL) }
            return verdict(number, call)
        })
    }

    /// Begins anew; the verdict is asked with the number of the call, counted from 1.
    func start(
        _ verdict: @escaping @Sendable (Int, FileOperations.Call) -> FileOperations.Verdict = { _, _ in .proceed }
    ) {
        state.withLock { $0 = State(isRecording: true, verdict: verdict) }
    }

    /// Lets all calls proceed again and gives those recorded.
    func stop() -> [FileOperations.Call] {
        state.withLock { state in
            state.isRecording = false
            return state.calls
        }
    }
}
