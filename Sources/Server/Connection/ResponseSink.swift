import HTTP

/// Sends a handler's response back to its connection's event loop.
struct ResponseSink: Sendable {
    let loop: EventLoop
    let connection: ConnectionID
    /// The number of the connection's exchange that is answered.
    let exchange: UInt64

    /// Passes the request to the handler and sends the response; streams the body if it is one.
    func respond(to incoming: IncomingRequest, with handler: Handler) async {
        let response = await handler(incoming.request)
        guard case .stream(let produce) = response.body, !incoming.isHead, response.status.hasContent else {
            return finish { $0.respond(with: response) }
        }
        loop.perform { connection(in: $0)?.startStream(response) }
        do {
            try await produce(BodyWriter(write))
            finish { $0.endStream() }
        } catch {
            let reason = String(describing: error)
            finish { $0.abortStream(reason) }
        }
    }

    @Sendable private func write(_ bytes: [UInt8]) async throws {
        try await withCheckedThrowingContinuation { writer in
            let isAccepted = loop.perform { reactor in
                if let connection = connection(in: reactor) {
                    connection.write(bytes, writer)
                } else {
                    writer.resume(throwing: ConnectionEnded())
                }
            }
            if !isAccepted { writer.resume(throwing: ConnectionEnded()) }
        }
    }

    /// Runs the last work of the handler's task on the loop.
    private func finish(_ work: @escaping @Sendable (Connection) -> Void) {
        loop.perform { reactor in
            reactor.runningTasks -= 1
            if let connection = connection(in: reactor) {
                // The task has ended, even if its work closes the connection.
                connection.task = nil
                work(connection)
            } else {
                reactor.detachedHandlers -= 1
                reactor.shared.openCount.wrappingSubtract(1, ordering: .relaxed)
            }
        }
    }

    /// Returns the connection, or nil if it no longer waits for this response.
    private func connection(in reactor: Reactor) -> Connection? {
        guard let connection = reactor.connections[connection], connection.exchange == exchange else { return nil }
        return connection
    }
}
