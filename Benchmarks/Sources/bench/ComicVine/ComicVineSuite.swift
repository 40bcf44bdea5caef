import Support

/// The site on Comic Vine with as many heroes as Marvel has, by turns with the site on the bundled catalogue.
struct ComicVineSuite {
    /// A hero's page of which nothing is stored.
    private struct ColdPage {
        /// In milliseconds.
        let firstByte: Double
        let calls: Int
    }

    private let effort: Effort
    private let members: Int

    /// Milliseconds that the server delays every response.
    private static let delay = 300

    init(_ effort: Effort) {
        self.effort = effort
        members = effort.isQuick ? 20_000 : 40_000
    }

    func report() async throws -> Report {
        progress("comicvine: \(members) heroes")
        let file = try ComicVineFile(members: members)
        progress("comicvine: starts")
        let starts = try await Rounds(count: effort.isQuick ? 2 : 21).results([
            { try Peer.startTime(of: "/heroes", file.site) },
            { try Peer.startTime(of: "/heroes") { try Peer.site() } },
        ])
        let (site, bundled) = (try file.site(), try Peer.site())
        let shown = try ComicVineFile.heroes("shown", site)
        progress("comicvine: pages of \(shown) heroes")
        let pages = try await ComicVinePages(shown: shown, site, bundled, effort)
        let memory = try memory(of: site) - memory(of: bundled)
        progress("comicvine: heroes with nothing stored")
        let cold = try await coldPages(site, file.server)
        let firstByte = Spread(cold, \.firstByte)
        return Report(
            section: section(shown, pages),
            figures: [
                Figure("comicvine: ms from start to first answer", Spread(starts[0]), digits: 0, .atMost(300)),
                Figure("comicvine: ms of the bundled catalogue", Spread(starts[1]), digits: 0),
                Figure("comicvine: ms of a page to the bundled catalogue's, highest", pages.highestRatio, .atMost(2)),
                Figure("comicvine: MB more than with the bundled catalogue", memory / 1e6, digits: 0, .atMost(60)),
                Figure("comicvine: MB of the file", Double(try file.size) / 1e6, digits: 1, .atMost(40)),
                Figure("comicvine: ms until a cold hero's page begins", firstByte, digits: 1, .atMost(50)),
                Figure("comicvine: calls of such a page", Spread(cold) { Double($0.calls) }, digits: 0, .atMost(3)),
            ])
    }

    /// Returns the resident bytes after many requests for lists, letters and the sitemap.
    private func memory(of site: Peer) throws -> Double {
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { "/heroes/a-z/\(UnicodeScalar($0))" }
        let paths = (1...10).map { "/heroes?page=\($0)" } + letters + ["/heroes/a-z/0-9", "/sitemap.xml"]
        _ = try Load(site, paths, seconds: effort.isQuick ? 1 : 5)
        return try site.residentMemory()
    }

    /// Requests the pages of heroes one after another, as slowly as the site may call Comic Vine.
    private func coldPages(_ site: Peer, _ server: ComicVineServer) async throws -> [ColdPage] {
        server.delay(by: Double(Self.delay) / 1e3)
        defer { server.delay(by: 0) }
        let client = try site.client()
        return try await site.heroPaths(pages: 1).prefix(effort.isQuick ? 2 : 12).asyncMap { path in
            try await Task.sleep(for: .seconds(4))
            let calls = server.calls.count
            let page = try client.get(path)
            guard page.status == 200 else { throw BenchmarkError("\(path): \(page.head)") }
            return ColdPage(firstByte: page.firstByte * 1e3, calls: server.calls.count - calls)
        }
    }

    private func section(_ shown: Int, _ pages: ComicVinePages) -> String {
        """
        ## Comic Vine

        `script/bench comicvine`: the site on a server that behaves as Comic Vine's API, with the details of \(members) \
        heroes in its file, of which lists show \(shown); and the site on the bundled catalogue, by turns. Pages are \
        rendered for each request, one after another; \(effort.rounds.count) rounds. Memory is that after many requests for \
        lists, letters and the sitemap. A start lasts until `/heroes` has been answered. A cold hero's page is one of which \
        nothing is stored, while each call takes \(Self.delay) ms; before the first one, the site does not know that.

        \(pages.table)
        """
    }
}
