import HTTP

/// One request on its way through the handler and back to its connection.
struct Exchange: Sendable {
    let handler: Handler
    let incoming: IncomingRequest
    let wayBack: WayBack

    func run() async {
        let response = await response()
        guard case .stream(let produce) = response.body, incoming.request.method != .head, response.status.hasContent,
            response.status.isFinal
        else { return wayBack.finish { $0.answer(response) } }
        wayBack.begin(response)
        do {
            try await produce(BodyWriter(wayBack.write))
            wayBack.finish { $0.endStream() }
        } catch {
            let reason = String(describing: error)
            wayBack.finish { $0.cutStream(reason) }
        }
    }

    /// `OPTIONS *` is about the server and not about anything that a handler knows (RFC 9110 section 9.3.7).
    private func response() async -> Response {
        if incoming.request.target == "*" { return Response(status: .noContent) }
        return await handler(incoming.request)
    }
}
