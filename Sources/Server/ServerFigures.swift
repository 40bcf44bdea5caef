import Synchronization

/// How a server stands with its connections, and what became of them since its start.
package struct ServerFigures: Sendable, Equatable {
    /// Connections there are now; handlers that go on without theirs count as well.
    package let open: Int
    package let accepted: Int
    /// Connections refused because there were too many.
    package let turnedAway: Int
    /// Connections that were ended, while they waited for a request, in favour of new ones over the limit.
    package let replaced: Int
    /// Connections ended because a client did not send its request or did not take its answer in time.
    package let clientTimeouts: Int
    /// Answers that a handler did not make in time.
    package let handlerTimeouts: Int
    /// Connections that nothing was asked on for too long.
    package let idleTimeouts: Int

    init(_ service: Service) {
        let totals = service.totals
        open = service.connectionCount.load(ordering: .relaxed) + service.turnedAwayCount.load(ordering: .relaxed)
        accepted = totals.accepted.load(ordering: .relaxed)
        turnedAway = totals.turnedAway.load(ordering: .relaxed)
        replaced = totals.replaced.load(ordering: .relaxed)
        clientTimeouts = totals.clientTimeouts.load(ordering: .relaxed)
        handlerTimeouts = totals.handlerTimeouts.load(ordering: .relaxed)
        idleTimeouts = totals.idleTimeouts.load(ordering: .relaxed)
    }
}

/// Counts what becomes of connections; written by the loops, read by anybody.
final class ServerTotals: Sendable {
    let accepted = Atomic<Int>(0)
    let turnedAway = Atomic<Int>(0)
    let replaced = Atomic<Int>(0)
    let clientTimeouts = Atomic<Int>(0)
    let handlerTimeouts = Atomic<Int>(0)
    let idleTimeouts = Atomic<Int>(0)

    /// Counts a deadline that is over, by what the connection was about.
    func note(_ connection: Connection) {
        switch connection.phase {
        case _ where !connection.output.isEmpty: clientTimeouts.add(1, ordering: .relaxed)
        case .reading where !connection.parser.isIdle: clientTimeouts.add(1, ordering: .relaxed)
        case .reading: idleTimeouts.add(1, ordering: .relaxed)
        case .answering: handlerTimeouts.add(1, ordering: .relaxed)
        case .closing, .lingering, .closed: break
        }
    }
}
