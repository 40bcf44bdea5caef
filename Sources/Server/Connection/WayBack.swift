import HTTP

/// From a handler, on whatever thread it is, to the connection that waits for its answer.
struct WayBack: Sendable {
    let loop: EventLoop
    let connection: ConnectionID
    /// Which of the connection's requests is answered.
    let exchange: UInt64

    /// Passes the request to the handler, and streams the body if it is made while it is sent.
    func answer(_ incoming: IncomingRequest, by handler: Handler) async {
        let response = await handler(incoming.request)
        guard case .stream(let produce) = response.body, !incoming.isHead, response.status.hasContent,
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

    /// The last that the handler's task does.
    private func finish(_ work: @escaping @Sendable (Connection) -> Void) {
        loop.perform { reactor in
            reactor.runningTasks -= 1
            if let connection = connection(in: reactor) {
                // Over by now, also where its work ends the connection.
                connection.task = nil
                work(connection)
            } else {
                reactor.service.connectionCount.wrappingSubtract(1, ordering: .relaxed)
            }
        }
    }

    /// The connection, as long as it waits for this answer.
    private func connection(in reactor: Reactor) -> Connection? {
        guard let connection = reactor.connections[connection], connection.exchange == exchange else { return nil }
        return connection
    }
}
