/// The connections of a server now, and what became of those since its start.
package struct ServerFigures: Sendable, Equatable {
    /// Connections there are now; handlers that go on without theirs count as well.
    package internal(set) var open = 0
    package internal(set) var accepted = 0
    /// Connections refused because there were too many.
    package internal(set) var turnedAway = 0
    /// Connections that were ended, while they waited for a request, in favour of new ones over the limit.
    package internal(set) var replaced = 0
    /// Connections ended because a client did not send its request or did not take its answer in time.
    package internal(set) var clientTimeouts = 0
    /// Answers that a handler did not make in time.
    package internal(set) var handlerTimeouts = 0
    /// Connections that nothing was asked on for too long.
    package internal(set) var idleTimeouts = 0

    /// Counts a deadline that is over, by what the connection was about.
    mutating func countTimeout(of connection: Connection) {
        switch connection.phase {
        case _ where !connection.output.isEmpty: clientTimeouts += 1
        case .reading where !connection.parser.isIdle: clientTimeouts += 1
        case .reading: idleTimeouts += 1
        case .answering: handlerTimeouts += 1
        case .closing, .lingering, .closed: break
        }
    }
}
