import HTTPTypes

/// One HTTP response; the server adds Date, framing and connection fields.
package struct Response: Sendable {
    package var status: HTTPResponse.Status { didSet { preparedHead = nil } }
    package var fields: HTTPFields { didSet { preparedHead = nil } }
    package var body: Body { didSet { preparedHead = nil } }
    /// The status line and the fields as they are sent, the length of the body among them, where they were made before.
    package private(set) var preparedHead: [UInt8]?

    package init(status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], body: Body = .bytes([])) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The same response with this head for `preparedHead`.
    func with(preparedHead: [UInt8]) -> Response {
        var response = self
        response.preparedHead = preparedHead
        return response
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

/// Answers a request where nothing has to be waited for, from its head alone; nil for all others, a `Handler`'s work.
package typealias PromptHandler = @Sendable (RequestHead) -> Response?
