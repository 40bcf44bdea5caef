import HTTPTypes

/// A response as the bytes that are sent, for repeated use; the server adds Date and the fields of the connection.
package struct SerializedResponse: Sendable {
    package let status: HTTPResponse.Status
    /// The status line and the field lines, including the body's length.
    package private(set) var head: [UInt8]
    package let body: [UInt8]

    package init(status: HTTPResponse.Status, head: [UInt8], body: [UInt8]) {
        self.status = status
        self.head = head
        self.body = body
    }

    /// Returns nil for a streamed response, and for one that closes the connection.
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

    /// Adds a field; the name has to be a token, and the value free of control bytes.
    package mutating func append(_ name: StaticString, _ value: String) {
        name.withUTF8Buffer { head.append(contentsOf: $0) }
        head += ": ".utf8
        head += value.utf8
        head += "\r\n".utf8
    }
}
