import Glibc
import Synchronization

@testable import Storage

/// Records the system calls of a store and makes chosen ones fail.
final class FaultRecorder: Sendable {
    private struct State {
        var calls: [String] = []
        var isRecording = false
        var fault: @Sendable (Int, String) -> Int32? = { _, _ in nil }
    }

    private let state = Mutex(State())

    var system: FileSystem {
        FileSystem(fault: { [self] call in
            let (fault, number) = state.withLock { state in
                if state.isRecording { state.calls.append(call) }
                return (state.isRecording ? state.fault : { _, _ in nil }, state.calls.count)
            }
            return fault(number, call)
        })
    }

    /// Begins anew; `fault` gets the number of the call, counted from 1, and returns the errno with which it fails.
    func start(_ fault: @escaping @Sendable (Int, String) -> Int32? = { _, _ in nil }) {
        state.withLock { $0 = State(isRecording: true, fault: fault) }
    }

    /// Lets all calls proceed again and returns those recorded.
    func stop() -> [String] {
        state.withLock { state in
            state.isRecording = false
            return state.calls
        }
    }
}
