import Basics
import Glibc
import Synchronization

/// The listeners, and the loops to which their connections are distributed in turn.
struct AcceptState {
    static let key = UInt64.max - 1

    let listeners: [Listener]
    let loops: [EventLoop]
    private var nextIndex = 0
    /// The time at which to accept again after descriptors ran out; nil if accepting is not paused.
    var resumeTime: MonotonicTime?
    /// True if the last attempt found no descriptor; only the first of a series is logged.
    var isOutOfDescriptors = false

    init(listeners: [Listener], loops: [EventLoop]) {
        self.listeners = listeners
        self.loops = loops
    }

    mutating func nextLoop() -> EventLoop {
        nextIndex = (nextIndex + 1) % loops.count
        return loops[nextIndex]
    }
}

extension Reactor {
    /// The number of connections accepted at once, so that open ones do not wait long.
    private static let acceptBatch = 64

    func startAccepting(_ state: AcceptState) {
        acceptState = state
        listen(.reading, isNew: true)
    }

    func stopAccepting() {
        for listener in acceptState?.listeners ?? [] {
            loop.poller.remove(listener.socket)
            listener.close()
        }
        acceptState = nil
    }

    func accept() {
        do throws(SystemError) {
            for listener in acceptState?.listeners ?? [] { try acceptBatch(from: listener) }
        } catch {
            pauseAccepting(error)
        }
    }

    private func acceptBatch(from listener: Listener) throws(SystemError) {
        for _ in 0..<Self.acceptBatch {
            guard let (socket, peer) = try listener.accept() else { return }
            shared.count { $0.accepted += 1 }
            acceptState?.isOutOfDescriptors = false
            distribute(socket, peer)
        }
    }

    func resumeAccepting() {
        guard acceptState?.resumeTime != nil else { return }
        acceptState?.resumeTime = nil
        listen(.reading)
    }

    /// Pauses: without descriptors the waiting connections cannot even be rejected, and retrying at once would loop.
    private func pauseAccepting(_ error: SystemError) {
        if acceptState?.isOutOfDescriptors == false { shared.log(.acceptPaused(reason: error.description)) }
        acceptState?.isOutOfDescriptors = true
        listen([])
        let resumption = now + configuration.acceptPause
        acceptState?.resumeTime = resumption
        scheduleCheck(at: resumption)
    }

    private func listen(_ interest: Poller.Interest, isNew: Bool = false) {
        do throws(SystemError) {
            for listener in acceptState?.listeners ?? [] {
                if isNew {
                    try loop.poller.add(listener.socket, key: AcceptState.key, interest)
                } else {
                    try loop.poller.change(listener.socket, key: AcceptState.key, interest)
                }
            }
        } catch {
            shared.log(.acceptPaused(reason: error.description))
        }
    }

    /// Passes the connection to the next loop in turn; closes it at once if too many are being rejected already.
    private func distribute(_ socket: Int32, _ peer: String) {
        let count = shared.openCount.wrappingAdd(1, ordering: .relaxed).newValue
        guard let loop = acceptState?.nextLoop(), count <= shared.totalLimit.load(ordering: .relaxed) else {
            shared.count { $0.rejected += 1 }
            return discard(socket)
        }
        if loop === self.loop {
            register(socket, peer)
        } else if !loop.perform({ $0.register(socket, peer) }) {
            discard(socket)
        }
    }

    private func discard(_ socket: Int32) {
        close(socket)
        shared.openCount.wrappingSubtract(1, ordering: .relaxed)
    }
}

extension Reactor {
    /// The number of connections examined for one that still waits, so that a busy loop returns to its work.
    private static let attempts = 16

    /// Adds an accepted connection. At the limit it replaces the one that has waited longest for a request, or gets 503
    /// if none waits.
    func register(_ socket: Int32, _ peer: String) {
        let isRejected = !makeRoom(for: peer)
        SocketOption.set(Int32(IPPROTO_TCP), TCP_NODELAY, 1, of: socket)
        let connection = connections.insert { Connection(id: $0, socket: socket, peer: peer, reactor: self) }
        connection.isRejected = isRejected
        if isRejected { rejectedConnections += 1 }
        do throws(SystemError) {
            try loop.poller.add(socket, key: connection.id, .reading)
        } catch {
            shared.log(.acceptPaused(reason: error.description))
            return connection.close()
        }
        isRejected ? connection.sendRefusal(.serviceUnavailable, .connectionLimit) : beginWaiting(connection)
    }

    /// Removes a connection that has closed its socket.
    func remove(_ connection: Connection) {
        connections.remove(connection.id)
        if connection.isRejected { rejectedConnections -= 1 }
        shared.openCount.wrappingSubtract(1, ordering: .relaxed)
    }

    /// Moves the connection behind all others that wait for a request.
    func beginWaiting(_ connection: Connection) { connections.beginWaiting(connection.id) }

    /// Returns false if the loop is at its limit and no connection waits for a request.
    private func makeRoom(for peer: String) -> Bool {
        let count = connections.count - rejectedConnections + detachedHandlers
        guard count >= shared.loopLimit.load(ordering: .relaxed) else {
            isAtLimit = false
            return true
        }
        if !isAtLimit { shared.log(.connectionLimitReached(peer: peer)) }
        isAtLimit = true
        let hasRoom = closeLongestWaiting()
        shared.count { if hasRoom { $0.replaced += 1 } else { $0.rejected += 1 } }
        return hasRoom
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
}
