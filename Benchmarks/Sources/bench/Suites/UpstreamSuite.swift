/// Pages of the site on a source that takes its time.
struct UpstreamSuite {
    /// Milliseconds that the gateway delays every response.
    private static let delay = 200
    private let pages: Int

    init(_ effort: Effort) { pages = effort.isQuick ? 5 : 41 }

    func report() throws -> Report {
        let gateway = try Peer.heroes(["gateway", "--open", "--delay", "\(Self.delay)"])
        let site = try Peer.site(["--ephemeral", "--source", "http://127.0.0.1:\(gateway.port)"])
        let paths = try Peer.site().heroPaths(pages: pages / 20 + 1)
        let client = try site.client()
        // After two pages the connections to the source are open, as on a running site.
        for path in paths.prefix(2) { _ = try client.get(path) }
        let responses = try paths.dropFirst(2).prefix(pages).map { path in
            let page = try client.get(path)
            guard page.status == 200 else { throw BenchmarkError("\(path): \(page.head)") }
            return page
        }
        return withExtendedLifetime(gateway) { report(responses) }
    }

    private func report(_ pages: [HTTPClient.Response]) -> Report {
        let begin = Spread(pages) { $0.firstByte * 1e3 }
        let end = Spread(pages) { $0.total * 1e3 }
        return Report(
            note: """
                upstream: the site on `heroes gateway --delay \(Self.delay)`; \(pages.count) heroes' pages that nothing is \
                cached of, of five calls each, one after another.
                """,
            figures: [
                Figure("upstream: ms until a cold hero's page begins", begin, digits: 1, .atMost(20)),
                Figure("upstream: ms until it is complete", end, digits: 1, .atMost(1.15 * Double(Self.delay) + 20)),
            ])
    }
}
