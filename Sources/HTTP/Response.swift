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
