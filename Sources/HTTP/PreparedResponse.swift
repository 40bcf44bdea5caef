import HTTPTypes

/// A response as the bytes that are sent, for one that is given many times; the server adds Date and what is about the
/// connection.
package struct PreparedResponse: Sendable {
    package let status: HTTPResponse.Status
    /// The status line and the lines of the fields, the length of the body among them.
    package private(set) var head: [UInt8]
    package let body: [UInt8]

    package init(status: HTTPResponse.Status, head: [UInt8], body: [UInt8]) {
        self.status = status
        self.head = head
        self.body = body
    }

    /// Nil for a response that is made while it is sent, or that ends the connection.
    package init?(_ response: Response) {
        guard case .bytes(let body) = response.body, response.fields[.connection] == nil, response.status.code >= 200
        else { return nil }
        status = response.status
        self.body = status.hasContent ? body : []
        head = []
        response.appendHead(to: &head)
        // Without a length, 205 would have content up to the connection's end (RFC 9112 section 6.3).
        if status.hasContent || status == .resetContent { head.append(contentLength: self.body.count) }
    }

    /// Adds a field; the name is a token, and the value holds no control byte.
    package mutating func append(_ name: StaticString, _ value: String) {
        name.withUTF8Buffer { head.append(contentsOf: $0) }
        head += ": ".utf8
        head += value.utf8
        head += "\r\n".utf8
    }
}
