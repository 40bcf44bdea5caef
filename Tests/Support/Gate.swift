import Basics
import Glibc

/// A gate that opens once; tasks and upstreams can wait for it.
package final class Gate: Sendable {
    /// At its end of file, and so readable, once the gate is open.
    let descriptor: Int32
    private let latch: Int32

    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    package init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        (descriptor, latch) = (ends[0], ends[1])
    }

    deinit {
        open()
        close(descriptor)
    }

    package func open() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard !state.isOpen else { return [] }
            state.isOpen = true
            close(latch)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    package func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
