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

    /// Restarts the recording; `fault` gets the one-based number of the call, and returns the errno to fail with.
    func start(_ fault: @escaping @Sendable (Int, String) -> Int32? = { _, _ in nil }) {
        state.withLock { $0 = State(isRecording: true, fault: fault) }
    }

    /// Stops the faults and returns the recorded calls.
    func stop() -> [String] {
        state.withLock { state in
            state.isRecording = false
            return state.calls
        }
    }
}
