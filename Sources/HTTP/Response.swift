import HTTPTypes

/// An HTTP response; the server adds Date, framing and connection fields.
package struct Response: Sendable {
    package var status: HTTPResponse.Status
    package var fields: HTTPFields
    package var body: Body
    /// True if the response may be cached and sent again for the same request.
    package var isCacheable = false

    package init(status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], body: Body = .bytes([])) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    package enum Body: Sendable {
        /// The complete body, sent with its length.
        case bytes([UInt8])
        /// A streamed body, sent chunked; a thrown error aborts the connection, so that no client takes the part for
        /// the complete body.
        case stream(@Sendable (BodyWriter) async throws -> Void)
    }
}

/// Sends the next part of a streamed body.
package struct BodyWriter: Sendable {
    private let send: @Sendable ([UInt8]) async throws -> Void

    package init(_ send: @escaping @Sendable ([UInt8]) async throws -> Void) { self.send = send }

    /// Returns when there is room for more output; throws if the connection has ended.
    package func write(_ bytes: [UInt8]) async throws { try await send(bytes) }
}

/// Responds to a request; never throws, since every failure has a response.
package typealias Handler = @Sendable (Request) async -> Response

/// Responds to a request from its head alone without suspending; nil for requests that need a `Handler`.
package typealias ImmediateHandler = @Sendable (RequestHead) -> SerializedResponse?

/// A response as the bytes that are sent, for repeated use; the server adds Date and the fields of the connection.
package struct SerializedResponse: Sendable {
    package let status: HTTPResponse.Status
    /// The status line and the field lines.
    package private(set) var head: [UInt8]
    package let body: [UInt8]

    /// Returns nil for a streamed response, and for one that closes the connection.
    package init?(_ response: Response) {
        guard case .bytes(let body) = response.body, response.fields[.connection] == nil, response.status.code >= 200
        else { return nil }
        status = response.status
        self.body = status.hasContent ? body : []
        head = []
        response.appendHead(to: &head)
    }

    /// Adds a field; the name has to be a token, and the value free of control bytes.
    package mutating func append(_ name: StaticString, _ value: String) {
        name.withUTF8Buffer { head.append(contentsOf: $0) }
        head += ": ".utf8
        head += value.utf8
        head += "\r\n".utf8
    }
}

extension Response {
    /// Appends the status line and the field lines (RFC 9112 sections 4 and 5) with the length of a complete body. The
    /// connection sets the other fields that frame the message.
    package func appendHead(to bytes: inout [UInt8]) {
        bytes += "HTTP/1.1 ".utf8
        bytes += String(status.code).utf8
        bytes.append(UInt8(ascii: " "))
        bytes += status.reasonPhrase.utf8
        bytes += "\r\n".utf8
        for field in fields where !field.name.isFraming {
            bytes += field.name.rawName.utf8
            bytes += ": ".utf8
            field.withUnsafeBytesOfValue { bytes.append(contentsOf: $0) }
            bytes += "\r\n".utf8
        }
        switch body {
        case .bytes(let body) where status.hasContent: bytes.append(contentLength: body.count)
        // Without a length, 205 would have content up to the connection's end (RFC 9112 section 6.3).
        case _ where status == .resetContent: bytes.append(contentLength: 0)
        default: break
        }
    }
}

extension HTTPResponse.Status {
    /// True if a response of this status may have content (RFC 9110 sections 6.4.1 and 15.3.6).
    package var hasContent: Bool { code != 204 && code != 205 && code != 304 }
}

extension HTTPField.Name {
    fileprivate var isFraming: Bool {
        switch canonicalName {
        case "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "date": true
        default: false
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(contentLength length: Int) {
        self += "Content-Length: ".utf8
        self += String(length).utf8
        self += "\r\n".utf8
    }
}
