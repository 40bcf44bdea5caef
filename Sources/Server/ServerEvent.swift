/// What is worth logging about serving.
package enum ServerEvent: Sendable, Equatable {
    /// No connection can be accepted for a moment, the first time in a row; `reason` is the system's.
    case acceptPaused(reason: String)
    /// A connection came over the limit, the first one in a row: it replaces one that waits for a request, or is
    /// answered 503.
    case connectionLimitReached(peer: String)
    /// A request was refused before any handler saw it.
    case requestRefused(peer: String, status: Int, reason: String)
    /// A handler did not answer in time; 503 was sent instead and the handler cancelled.
    case handlerTimedOut(peer: String, target: String)
    /// A streamed answer failed on this side and the connection was cut.
    case streamFailed(peer: String, reason: String)
    /// A handler's answer was no final response, and 500 was sent instead.
    case responseInvalid(status: Int)
    /// Connections were cut because they were not done in the drain time.
    case drainTimeOver(connections: Int)
}
