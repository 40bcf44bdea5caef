import HTTP

/// A request and what its connection needs to know for the answer.
struct IncomingRequest: Sendable {
    var head: RequestHead
    var content: [UInt8] = []
    /// Whether the client knows HTTP/1.1, chunked content among it.
    let isVersion11: Bool
    /// Whether the client wants to ask more on this connection (RFC 9112 section 9.3).
    let keepsAlive: Bool

    /// As a handler gets it; made anew each time.
    var request: Request { Request(head, body: content) }

    var isHead: Bool { head.method == .head }

    /// Whether it is about the server and not about anything that a handler knows (RFC 9110 section 9.3.7).
    var isAboutServer: Bool { head.target.first == UInt8(ascii: "*") }
}
