import Basics
import Glibc

/// What an upstream counts, shared by its threads.
final class Ledger: Sendable {
    private struct State {
        var counts = LoopbackUpstream.Counts()
        var requests: [LoopbackUpstream.Received] = []
        var descriptors: Set<Int32> = []
        var isStopped = false
        var waiters: [Waiter] = []
    }

    private struct Waiter: Sendable {
        let condition: @Sendable (LoopbackUpstream.Counts) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = Locked(State())

    var counts: LoopbackUpstream.Counts { state.withLock(\.counts) }
    var requests: [LoopbackUpstream.Received] { state.withLock(\.requests) }

    /// False after the stop, and the connection is closed then.
    func opened(_ descriptor: Int32) -> Bool {
        change { state in
            guard !state.isStopped else {
                close(descriptor)
                return false
            }
            state.descriptors.insert(descriptor)
            state.counts.connections += 1
            state.counts.open += 1
            return true
        }
    }

    /// Closes the connection; under the lock, so that the stop never shuts a descriptor that is somebody else's by now.
    func closing(_ descriptor: Int32) {
        change { state in
            state.descriptors.remove(descriptor)
            state.counts.open -= 1
            close(descriptor)
        }
    }

    func received(_ request: LoopbackUpstream.Received) {
        change { state in
            state.requests.append(request)
            state.counts.requests += 1
        }
    }

    /// False where it was stopped before.
    func stop() -> Bool {
        state.withLock { state in
            guard !state.isStopped else { return false }
            state.isStopped = true
            for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
            return true
        }
    }

    func wait(until condition: @escaping @Sendable (LoopbackUpstream.Counts) -> Bool) async {
        await withCheckedContinuation { continuation in
            change { $0.waiters.append(Waiter(condition: condition, continuation: continuation)) }
        }
    }

    private func change<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
        let (result, ready) = state.withLock { state in
            let result = body(&state)
            let counts = state.counts
            let ready = state.waiters.filter { $0.condition(counts) }
            state.waiters.removeAll { $0.condition(counts) }
            return (result, ready)
        }
        for waiter in ready { waiter.continuation.resume() }
        return result
    }
}
