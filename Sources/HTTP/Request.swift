import HTTPTypes

/// An HTTP request with its complete body, as handlers get it.
package struct Request: Sendable {
    package var method: HTTPRequest.Method
    /// The request target in origin-form (RFC 9112 section 3.2.1), still percent-encoded, always starting with "/".
    package var target: String
    package var fields: HTTPFields
    package var body: [UInt8]
    /// The peer's address without its port, such as 127.0.0.1 or ::1.
    package var peer: String

    package init(
        method: HTTPRequest.Method = .get, target: String, fields: HTTPFields = [:], body: [UInt8] = [],
        peer: String = "127.0.0.1"
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.peer = peer
    }

    /// The target before its first "?", still percent-encoded.
    package var path: Substring { target.prefix { $0 != "?" } }

    /// The target after its first "?", still percent-encoded; empty without one.
    package var query: Substring { target.drop { $0 != "?" }.dropFirst() }
}
