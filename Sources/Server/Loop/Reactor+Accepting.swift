import Basics
import Glibc
import Synchronization

/// The listeners and the loops that their connections go to in turn.
struct Accepting {
    static let key = UInt64.max - 1

    let listeners: [Listener]
    let loops: [EventLoop]
    private var turn = 0
    /// When to go on after descriptors ran out; nil while nothing is wrong.
    var resumesAt: MonotonicTime?
    /// Whether the last attempt found no descriptor; only the first of a row is logged.
    var isShort = false
    /// Whether the last connection was one too many; only the first of a row is logged.
    var isFull = false

    init(listeners: [Listener], loops: [EventLoop]) {
        self.listeners = listeners
        self.loops = loops
    }

    /// All loops, the one whose turn it is first.
    mutating func loopsInTurn() -> [EventLoop] {
        let first = nextLoop()
        return [first] + loops.filter { $0 !== first }
    }

    mutating func nextLoop() -> EventLoop {
        turn = (turn + 1) % loops.count
        return loops[turn]
    }
}

extension Reactor {
    /// Connections taken at once, so that those there are do not wait long.
    private static let acceptBatch = 64

    func startAccepting(_ accepting: Accepting) {
        self.accepting = accepting
        listen(.reading, isNew: true)
    }

    func stopAccepting() {
        accepting = nil
    }

    func accept() {
        do throws(SystemError) {
            for listener in accepting?.listeners ?? [] { try acceptBatch(from: listener) }
        } catch {
            pauseAccepting(error)
        }
    }

    private func acceptBatch(from listener: Listener) throws(SystemError) {
        for _ in 0..<Self.acceptBatch {
            guard let (socket, peer) = try listener.accept() else { return }
            service.count { $0.accepted += 1 }
            accepting?.isShort = false
            take(socket, peer)
        }
    }

    func resumeAccepting() {
        guard accepting?.resumesAt != nil else { return }
        accepting?.resumesAt = nil
        listen(.reading)
    }

    /// Without descriptors the waiting connections cannot even be refused, and asking on would never end.
    private func pauseAccepting(_ error: SystemError) {
        if accepting?.isShort == false { service.log(.acceptPaused(reason: error.description)) }
        accepting?.isShort = true
        listen([])
        let resumption = now + configuration.acceptPause
        accepting?.resumesAt = resumption
        watch(resumption)
    }

    private func listen(_ interest: Poller.Interest, isNew: Bool = false) {
        do throws(SystemError) {
            for listener in accepting?.listeners ?? [] {
                if isNew {
                    try loop.poller.add(listener.socket, key: Accepting.key, interest)
                } else {
                    try loop.poller.change(listener.socket, key: Accepting.key, interest)
                }
            }
        } catch {
            service.log(.acceptPaused(reason: error.description))
        }
    }

    private func take(_ socket: Int32, _ peer: String) {
        let count = service.connectionCount.wrappingAdd(1, ordering: .relaxed).newValue
        if count > service.connectionLimit.load(ordering: .relaxed) {
            service.connectionCount.wrappingSubtract(1, ordering: .relaxed)
            return takeOverLimit(socket, peer)
        }
        accepting?.isFull = false
        guard let loop = accepting?.nextLoop(), loop !== self.loop else {
            adopt(socket, peer)
            return
        }
        if !loop.perform({ $0.adopt(socket, peer) }) {
            close(socket)
            service.connectionCount.wrappingSubtract(1, ordering: .relaxed)
        }
    }

    func adopt(_ socket: Int32, _ peer: String, turningAway: Bool = false) {
        SocketOption.set(Int32(IPPROTO_TCP), TCP_NODELAY, 1, of: socket)
        let connection = connections.insert { Connection(id: $0, socket: socket, peer: peer, reactor: self) }
        connection.isTurnedAway = turningAway
        do throws(SystemError) {
            try loop.poller.add(socket, key: connection.id.key, .reading)
        } catch {
            service.log(.acceptPaused(reason: error.description))
            return connection.close()
        }
        turningAway ? connection.turnAway(.serviceUnavailable) : beginWaiting(connection)
    }

    /// The connection has closed its socket.
    func remove(_ connection: Connection) {
        connections.remove(connection.id)
        if connection.isTurnedAway {
            service.turnedAwayCount.wrappingSubtract(1, ordering: .relaxed)
        } else {
            service.connectionCount.wrappingSubtract(1, ordering: .relaxed)
        }
    }
}
