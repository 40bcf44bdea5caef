import HTTP
import HTTPTypes

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
        /// The handler did not respond within the drain timeout of a stop.
        case stopping
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
