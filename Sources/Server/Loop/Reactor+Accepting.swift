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
    /// True if the last connection was over the limit; only the first of a series is logged.
    var isAtLimit = false

    init(listeners: [Listener], loops: [EventLoop]) {
        self.listeners = listeners
        self.loops = loops
    }

    /// Returns all loops, beginning with the next one in turn.
    mutating func loopsInOrder() -> [EventLoop] {
        let first = nextLoop()
        return [first] + loops.filter { $0 !== first }
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

    private func distribute(_ socket: Int32, _ peer: String) {
        let count = shared.connectionCount.wrappingAdd(1, ordering: .relaxed).newValue
        if count > shared.connectionLimit.load(ordering: .relaxed) {
            shared.connectionCount.wrappingSubtract(1, ordering: .relaxed)
            return acceptOverLimit(socket, peer)
        }
        acceptState?.isAtLimit = false
        guard let loop = acceptState?.nextLoop(), loop !== self.loop else {
            register(socket, peer)
            return
        }
        if !loop.perform({ $0.register(socket, peer) }) {
            close(socket)
            shared.connectionCount.wrappingSubtract(1, ordering: .relaxed)
        }
    }

    func register(_ socket: Int32, _ peer: String, rejecting: Bool = false) {
        SocketOption.set(Int32(IPPROTO_TCP), TCP_NODELAY, 1, of: socket)
        let connection = connections.insert { Connection(id: $0, socket: socket, peer: peer, reactor: self) }
        connection.isRejected = rejecting
        do throws(SystemError) {
            try loop.poller.add(socket, key: connection.id.key, .reading)
        } catch {
            shared.log(.acceptPaused(reason: error.description))
            return connection.close()
        }
        rejecting ? connection.sendError(.serviceUnavailable) : beginWaiting(connection)
    }

    /// Removes a connection that has closed its socket.
    func remove(_ connection: Connection) {
        connections.remove(connection.id)
        if connection.isRejected {
            shared.rejectedCount.wrappingSubtract(1, ordering: .relaxed)
        } else {
            shared.connectionCount.wrappingSubtract(1, ordering: .relaxed)
        }
    }
}
