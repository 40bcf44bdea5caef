/// The events of a server for its log.
package enum ServerEvent: Sendable, Equatable {
    /// Accepting is paused, the first time in a series; `reason` is the system's.
    case acceptPaused(reason: String)
    /// A connection came over the limit, the first one in a series: it replaces one that waits for a request, or gets
    /// 503.
    case connectionLimitReached(peer: String)
    /// A request was rejected before any handler.
    case requestRejected(peer: String, status: Int, reason: String)
    /// A handler did not respond in time; it was cancelled and 503 was sent.
    case handlerTimedOut(peer: String, target: String)
    /// A streamed response failed on this side and its connection was aborted.
    case streamFailed(peer: String, reason: String)
    /// A handler's response had no final status; 500 was sent instead.
    case invalidResponse(status: Int)
    /// Connections were aborted because they were not done within the drain timeout.
    case drainTimedOut(connections: Int)
}
