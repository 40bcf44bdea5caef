import HTTPTypes

/// One HTTP response; the server adds Date, framing and connection fields.
package struct Response: Sendable {
    package var status: HTTPResponse.Status
    package var fields: HTTPFields
    package var body: Body
    /// Whether the same response may answer the same request again.
    package var isRepeatable = false

    package init(status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], body: Body = .bytes([])) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    package enum Body: Sendable {
        /// The whole body, sent with its length.
        case bytes([UInt8])
        /// A body that is made while it is sent, chunked; a thrown error cuts the connection, so that no client takes
        /// the part for the whole.
        case stream(@Sendable (BodyWriter) async throws -> Void)
    }
}

/// Sends the next part of a streamed body.
package struct BodyWriter: Sendable {
    private let send: @Sendable ([UInt8]) async throws -> Void

    package init(_ send: @escaping @Sendable ([UInt8]) async throws -> Void) { self.send = send }

    /// Returns once the socket has room for more; throws when the peer is gone.
    package func write(_ bytes: [UInt8]) async throws { try await send(bytes) }
}

/// Answers one request; never throws, since every failure has an answer.
package typealias Handler = @Sendable (Request) async -> Response

/// Answers a request from its head alone without waiting; nil for requests that need a `Handler`.
package typealias ImmediateHandler = @Sendable (RequestHead) -> PreparedResponse?
