import HTTP

/// One request on its way through the handler and back to its connection.
struct Exchange: Sendable {
    let handler: Handler
    let incoming: IncomingRequest
    let wayBack: WayBack

    func run() async {
        let response = await handler(incoming.request)
        guard case .stream(let produce) = response.body, !incoming.isHead, response.status.hasContent,
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
}
