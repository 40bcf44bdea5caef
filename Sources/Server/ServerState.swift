import HTTP
import Synchronization

/// The state that all connections of a server share.
final class ServerState: Sendable {
    let configuration: ServerConfiguration
    let log: @Sendable (ServerEvent) -> Void
    let immediateHandler: ImmediateHandler
    let handler: Handler
    let gate: RequestGate?
    /// The number of event loops; each has an equal share of the connections.
    let loopCount: Int
    /// The number of connections that may be open on each loop.
    let loopLimit = Atomic<Int>(0)
    /// The number of connections that may be open on all loops, with those that only get a 503.
    let totalLimit = Atomic<Int>(0)
    /// The number of open connections on all loops, with handlers that run without theirs.
    let openCount = Atomic<Int>(0)
    private let counters = Mutex(ServerMetrics())

    init(
        _ configuration: ServerConfiguration, log: @escaping @Sendable (ServerEvent) -> Void,
        immediateHandler: @escaping ImmediateHandler, handler: @escaping Handler
    ) {
        self.configuration = configuration
        self.log = log
        self.immediateHandler = immediateHandler
        self.handler = handler
        gate = configuration.gate
        loopCount = max(1, min(configuration.eventLoops, configuration.connectionLimit))
    }

    func count(_ update: (inout ServerMetrics) -> Void) { counters.withLock { update(&$0) } }

    var metrics: ServerMetrics {
        var metrics = counters.withLock { $0 }
        metrics.open = openCount.load(ordering: .relaxed)
        metrics.waiting = gate?.waitingCount ?? 0
        return metrics
    }

    /// Sets the limits of connections to the configured ones, or to what the descriptors allow.
    func limitConnections(to descriptors: FileDescriptorLimit) {
        let limit = min(configuration.connectionLimit, descriptors.connections)
        loopLimit.store((limit + loopCount - 1) / loopCount, ordering: .relaxed)
        totalLimit.store(limit + descriptors.rejections, ordering: .relaxed)
    }
}

/// The counters of a server's connections.
package struct ServerMetrics: Sendable, Equatable {
    /// The number of open connections, including handlers that run without theirs.
    package internal(set) var open = 0
    package internal(set) var accepted = 0
    /// The number of connections rejected because there were too many.
    package internal(set) var rejected = 0
    /// The number of connections closed, while they waited for a request, in favour of new ones over the limit.
    package internal(set) var replaced = 0
    /// The number of requests that wait at the gate.
    package internal(set) var waiting = 0
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

/// The events of a server for its log.
package enum ServerEvent: Sendable, Equatable {
    /// Accepting is paused, the first time in a series; `reason` is the system's.
    case acceptPaused(reason: String)
    /// A connection came over the limit of its event loop, the first one in a series: it replaces one that waits for a
    /// request, or gets 503.
    case connectionLimitReached(peer: String)
    /// A streamed response failed on this side and its connection was aborted.
    case streamFailed(peer: String, reason: String)
    /// Connections were aborted because they were not done within the drain timeout.
    case drainTimedOut(connections: Int)
}
