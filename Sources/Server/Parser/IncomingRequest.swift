import HTTP

/// A request with the state that its connection needs for the response.
struct IncomingRequest: Sendable {
    var head: RequestHead
    var content: [UInt8] = []
    /// True if the client supports HTTP/1.1 and so chunked content.
    let isHTTP11: Bool
    /// True if the connection persists after the response (RFC 9112 section 9.3).
    let isPersistent: Bool

    /// The request as a handler gets it; computed each time.
    var request: Request { Request(head, body: content) }

    var isHead: Bool { head.method == .head }

    /// True if the target is `*`, the server itself and no resource (RFC 9110 section 9.3.7).
    var isAsteriskForm: Bool { head.target.first == UInt8(ascii: "*") }
}
