import HTTP

/// One request on its way through the handler and back to its connection.
struct Exchange: Sendable {
    let loop: EventLoop
    let handler: Handler
    let connection: ConnectionID
    let number: UInt64
    let incoming: IncomingRequest

    func run() async {
        let response = await response()
        guard case .stream(let produce) = response.body, incoming.request.method != .head, response.status.hasContent,
            response.status.isFinal
        else { return finish { $0.answer(response) } }
        loop.perform { connection(in: $0)?.beginStream(response) }
        do {
            try await produce(BodyWriter(write))
            finish { $0.endStream() }
        } catch {
            let reason = String(describing: error)
            finish { $0.cutStream(reason) }
        }
    }

    /// `OPTIONS *` is about the server and not about anything that a handler knows (RFC 9110 section 9.3.7).
    private func response() async -> Response {
        if incoming.request.target == "*" { return Response(status: .noContent) }
        return await handler(incoming.request)
    }

    @Sendable private func write(_ bytes: [UInt8]) async throws {
        try await withCheckedThrowingContinuation { writer in
            let isTaken = loop.perform { reactor in
                if let connection = connection(in: reactor) {
                    connection.write(bytes, writer)
                } else {
                    writer.resume(throwing: ConnectionEnded())
                }
            }
            if !isTaken { writer.resume(throwing: ConnectionEnded()) }
        }
    }

    private func finish(_ work: @escaping @Sendable (Connection) -> Void) {
        loop.perform { reactor in
            reactor.runningTasks -= 1
            if let connection = connection(in: reactor) { work(connection) }
        }
    }

    /// The connection, as long as it waits for this answer.
    private func connection(in reactor: Reactor) -> Connection? {
        guard let connection = reactor.connections[connection], connection.exchange == number else { return nil }
        return connection
    }
}
