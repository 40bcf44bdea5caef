import HTTP
import HTTPTypes
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

/// A request that the server answers itself, in place of a handler.
package struct Refusal: Sendable {
    package enum Cause: Sendable, Equatable {
        /// The request is not valid, too large, or did not come in time; the text is for the log.
        case invalid(String)
        /// The connection came over the limit, so that its request is not read.
        case connectionLimit
        /// The gate had no place for the request of this client; `isReported` is true at most once a minute.
        case gate(client: String, isReported: Bool)
        /// The handler did not respond in time, and was cancelled.
        case handlerTimeout
    }

    package let status: HTTPResponse.Status
    package let cause: Cause
    /// Nil if the request could not be parsed.
    package let request: Request?
    package let peer: String
    /// The time since the request's first byte, or since the connection was accepted.
    package let milliseconds: Int

    package init(
        _ status: HTTPResponse.Status, _ cause: Cause, request: Request? = nil, peer: String, milliseconds: Int = 0
    ) {
        (self.status, self.cause, self.request) = (status, cause, request)
        (self.peer, self.milliseconds) = (peer, milliseconds)
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
