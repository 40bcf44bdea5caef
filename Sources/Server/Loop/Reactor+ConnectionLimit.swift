import Basics
import Glibc
import Synchronization

/// An accepted connection over the limit, which is passed from loop to loop to find one that it can replace.
struct PendingConnection: Sendable {
    let socket: Int32
    let peer: String
    /// The loops that are not searched yet.
    var loops: ArraySlice<EventLoop>
    /// The loop of the connection that has waited longest so far, and the time since when.
    var longestWaiting: (loop: EventLoop, since: MonotonicTime)?
}

extension Reactor {
    /// The number of connections examined for one that still waits, so that a busy loop returns to its work.
    private static let attempts = 16

    /// Replaces the connection that has waited longest for a request, on any loop, by the new one; rejects the new one
    /// if none waits, and closes it at once if too many are being rejected already.
    func acceptOverLimit(_ socket: Int32, _ peer: String) {
        if acceptState?.isAtLimit == false { shared.log(.connectionLimitReached(peer: peer)) }
        acceptState?.isAtLimit = true
        guard let loops = acceptState?.loopsInOrder(),
            shared.rejectedCount.load(ordering: .relaxed) < shared.rejectionLimit.load(ordering: .relaxed)
        else {
            shared.count { $0.rejected += 1 }
            close(socket)
            return
        }
        // It counts as rejected until it replaces another, so that there are never many more than the limit allows.
        shared.rejectedCount.wrappingAdd(1, ordering: .relaxed)
        findReplacement(PendingConnection(socket: socket, peer: peer, loops: loops[...]))
    }

    /// Moves the connection behind all others that wait for a request.
    func beginWaiting(_ connection: Connection) {
        connection.waitingSince = now
        connections.beginWaiting(connection.id)
    }

    private func findReplacement(_ pending: PendingConnection) {
        var pending = pending
        if let next = pending.loops.popFirst() {
            send(pending, to: next) { reactor, pending in reactor.compare(pending) }
        } else if let longest = pending.longestWaiting {
            send(pending, to: longest.loop) { reactor, pending in reactor.replaceWaiting(pending) }
        } else {
            reject(pending)
        }
    }

    /// Records this loop's longest waiting connection if it has waited longer than those of the loops before.
    private func compare(_ pending: PendingConnection) {
        var pending = pending
        if let since = connections.longestWaiting?.waitingSince, since < pending.longestWaiting?.since ?? .never {
            pending.longestWaiting = (loop, since)
        }
        findReplacement(pending)
    }

    private func replaceWaiting(_ pending: PendingConnection) {
        guard draining == nil, closeLongestWaiting() else { return reject(pending) }
        shared.count { $0.replaced += 1 }
        shared.rejectedCount.wrappingSubtract(1, ordering: .relaxed)
        shared.connectionCount.wrappingAdd(1, ordering: .relaxed)
        register(pending.socket, pending.peer)
    }

    /// Returns false if no connection waits for a request.
    private func closeLongestWaiting() -> Bool {
        for _ in 0..<Self.attempts {
            guard let connection = connections.longestWaiting else { return false }
            // A request or the end of the connection may be in the socket's receive buffer.
            if connection.needsInput { connection.receive() }
            guard connections.longestWaiting === connection || connection.phase == .closed else { continue }
            connection.close()
            return true
        }
        return false
    }

    /// Sends 503, unless a connection has ended in the meantime.
    private func reject(_ pending: PendingConnection) {
        guard draining == nil else { return drop(pending) }
        let count = shared.connectionCount.wrappingAdd(1, ordering: .relaxed).newValue
        if count <= shared.connectionLimit.load(ordering: .relaxed) {
            shared.rejectedCount.wrappingSubtract(1, ordering: .relaxed)
            return register(pending.socket, pending.peer)
        }
        shared.connectionCount.wrappingSubtract(1, ordering: .relaxed)
        shared.count { $0.rejected += 1 }
        register(pending.socket, pending.peer, rejecting: true)
    }

    private func drop(_ pending: PendingConnection) {
        close(pending.socket)
        shared.rejectedCount.wrappingSubtract(1, ordering: .relaxed)
    }

    private func send(
        _ pending: PendingConnection, to loop: EventLoop,
        _ work: @escaping @Sendable (Reactor, PendingConnection) -> Void
    ) {
        if !loop.perform({ work($0, pending) }) { drop(pending) }
    }
}
