import Basics
import Glibc
import Synchronization

/// An accepted connection over the limit, on its way through the loops to find one that it can replace.
struct Newcomer: Sendable {
    let socket: Int32
    let peer: String
    /// The loops that have not been asked yet.
    var loops: ArraySlice<EventLoop>
    /// The loop of the connection that has waited longest so far, and since when.
    var longest: (loop: EventLoop, since: MonotonicTime)?
}

extension Reactor {
    /// The number of connections examined for one that still waits, so that a busy loop comes back to its work.
    private static let attempts = 16

    /// Makes one connection too many replace the one that has waited longest for a request, on whichever loop that is;
    /// refuses it if none waits, and closes it at once if too many are being refused already.
    func takeOverLimit(_ socket: Int32, _ peer: String) {
        if accepting?.isFull == false { service.log(.connectionLimitReached(peer: peer)) }
        accepting?.isFull = true
        guard let loops = accepting?.loopsInTurn(),
            service.turnedAwayCount.load(ordering: .relaxed) < service.refusalLimit.load(ordering: .relaxed)
        else {
            service.count { $0.turnedAway += 1 }
            close(socket)
            return
        }
        // It counts as refused until it has a place, so that there are never many more than the limit allows.
        service.turnedAwayCount.wrappingAdd(1, ordering: .relaxed)
        findPlace(Newcomer(socket: socket, peer: peer, loops: loops[...]))
    }

    /// Puts the connection behind all others that wait for a request.
    func beginWaiting(_ connection: Connection) {
        connection.waitingSince = now
        connections.beginWaiting(connection.id)
    }

    private func findPlace(_ newcomer: Newcomer) {
        var newcomer = newcomer
        if let next = newcomer.loops.popFirst() {
            send(newcomer, to: next) { reactor, newcomer in reactor.compare(newcomer) }
        } else if let longest = newcomer.longest {
            send(newcomer, to: longest.loop) { reactor, newcomer in reactor.replaceWaiting(newcomer) }
        } else {
            refuse(newcomer)
        }
    }

    /// Notes the connection of this loop that has waited longest if it has waited longer than those of the loops before.
    private func compare(_ newcomer: Newcomer) {
        var newcomer = newcomer
        if let since = connections.longestWaiting?.waitingSince, since < newcomer.longest?.since ?? .never {
            newcomer.longest = (loop, since)
        }
        findPlace(newcomer)
    }

    private func replaceWaiting(_ newcomer: Newcomer) {
        guard draining == nil, endLongestWaiting() else { return refuse(newcomer) }
        service.count { $0.replaced += 1 }
        service.turnedAwayCount.wrappingSubtract(1, ordering: .relaxed)
        service.connectionCount.wrappingAdd(1, ordering: .relaxed)
        adopt(newcomer.socket, newcomer.peer)
    }

    /// Returns false if no connection waits for a request.
    private func endLongestWaiting() -> Bool {
        for _ in 0..<Self.attempts {
            guard let connection = connections.longestWaiting else { return false }
            // A request may have come, or the client may have gone, which was not looked at yet.
            if connection.needsInput { connection.receive() }
            guard connections.longestWaiting === connection || connection.phase == .closed else { continue }
            connection.close()
            return true
        }
        return false
    }

    /// Answers 503, unless a connection has ended since the newcomer was one too many.
    private func refuse(_ newcomer: Newcomer) {
        guard draining == nil else { return drop(newcomer) }
        let count = service.connectionCount.wrappingAdd(1, ordering: .relaxed).newValue
        if count <= service.connectionLimit.load(ordering: .relaxed) {
            service.turnedAwayCount.wrappingSubtract(1, ordering: .relaxed)
            return adopt(newcomer.socket, newcomer.peer)
        }
        service.connectionCount.wrappingSubtract(1, ordering: .relaxed)
        service.count { $0.turnedAway += 1 }
        adopt(newcomer.socket, newcomer.peer, turningAway: true)
    }

    private func drop(_ newcomer: Newcomer) {
        close(newcomer.socket)
        service.turnedAwayCount.wrappingSubtract(1, ordering: .relaxed)
    }

    private func send(
        _ newcomer: Newcomer, to loop: EventLoop, _ work: @escaping @Sendable (Reactor, Newcomer) -> Void
    ) {
        if !loop.perform({ work($0, newcomer) }) { drop(newcomer) }
    }
}
