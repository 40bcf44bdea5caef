/// The counters of a server's connections.
package struct ServerMetrics: Sendable, Equatable {
    /// The number of open connections, including handlers that run without theirs.
    package internal(set) var open = 0
    package internal(set) var accepted = 0
    /// The number of connections rejected because there were too many.
    package internal(set) var rejected = 0
    /// The number of connections closed, while they waited for a request, in favour of new ones over the limit.
    package internal(set) var replaced = 0
    /// The number of connections closed because a client did not send its request or read its response in time.
    package internal(set) var clientTimeouts = 0
    /// The number of responses that a handler did not finish in time.
    package internal(set) var handlerTimeouts = 0
    /// The number of connections closed because no request came in time.
    package internal(set) var idleTimeouts = 0

    /// Counts a timeout by the phase of the connection.
    mutating func countTimeout(of connection: Connection) {
        switch connection.phase {
        case _ where !connection.output.isEmpty: clientTimeouts += 1
        case .reading where !connection.parser.isIdle: clientTimeouts += 1
        case .reading: idleTimeouts += 1
        case .responding: handlerTimeouts += 1
        case .closing, .lingering, .closed: break
        }
    }
}
