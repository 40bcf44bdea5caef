import Basics
import Glibc

/// The traffic of an upstream, shared by its threads.
final class TrafficLog: Sendable {
    private struct State {
        var counts = LoopbackUpstream.Counts()
        var requests: [LoopbackUpstream.ReceivedRequest] = []
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
    var requests: [LoopbackUpstream.ReceivedRequest] { state.withLock(\.requests) }

    /// Records a connection; returns false and closes it if the upstream is stopped.
    func open(_ descriptor: Int32) -> Bool {
        change { state in
            guard !state.isStopped else {
                Glibc.close(descriptor)
                return false
            }
            state.descriptors.insert(descriptor)
            state.counts.connections += 1
            state.counts.open += 1
            return true
        }
    }

    /// Closes the connection with the lock held, so that `stop` never shuts down a reused descriptor.
    func close(_ descriptor: Int32) {
        change { state in
            state.descriptors.remove(descriptor)
            state.counts.open -= 1
            Glibc.close(descriptor)
        }
    }

    func record(_ request: LoopbackUpstream.ReceivedRequest) {
        change { state in
            state.requests.append(request)
            state.counts.requests += 1
        }
    }

    /// Returns false if it was already stopped.
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
