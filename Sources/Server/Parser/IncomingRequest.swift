import HTTP

/// A request and what its connection needs to know for the answer.
struct IncomingRequest: Sendable {
    var request: Request
    /// Whether the client knows HTTP/1.1, chunked content among it.
    var isVersion11: Bool
    /// Whether the client wants to ask more on this connection (RFC 9112 section 9.3).
    var keepsAlive: Bool
}
