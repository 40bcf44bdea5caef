/// Whole pages by the program itself, that it remembers: against nginx’s files, and what else there is to a visit.
struct PagesSuite {
    private let effort: Effort
    /// Loads of each side, each of a second.
    private let rounds: Rounds

    init(_ effort: Effort) {
        self.effort = effort
        rounds = Rounds(count: effort.isQuick ? 1 : 11)
    }

    func report() async throws -> Report {
        let site = try await WarmSite()
        let wrk = try Wrk()
        let pages = try pages(site)
        let files = pages.reduce(into: [:]) { $0.merge($1.files) { $1 } }
        let gzip = ["gzip_static on;"]
        let servers = try (site.peer, Nginx.serving(files, gzip), Nginx.serving(files, gzip, tuning: .debian))
        let matches = try pages.map { try PageMatch($0, servers, wrk, rounds) }
        let slowest = try ["list", "detail"].map { kind in
            try SlowestPages(
                kind, of: pages, site: servers.0, nginx: servers.2, wrk, Rounds(count: effort.isQuick ? 1 : 25))
        }
        let mustache = try MustacheMatch(site, wrk, rounds)
        let mixed = try MixedPages(site, effort)
        let start = try PageStart(times: effort.isQuick ? 5 : 20)
        let instructions = try PageInstructions(site, pages: effort.isQuick ? 50 : 200)
        let figures =
            matches.flatMap(\.figures) + slowest.map(\.figure) + mustache.figures + mixed.figures + start.figures
        return Report(
            text: text(matches, slowest, mustache, mixed, start, instructions),
            figures: figures + instructions.figures)
    }

    private func pages(_ site: WarmSite) throws -> [WarmPage] {
        var pages: [WarmPage] = []
        for way in [WarmPage.Way.plain, .gzip, .revalidated] {
            for keeper in site.keepers {
                pages.append(try WarmPage("list", WarmSite.list, keeper, way, on: site.peer))
                guard way != .revalidated else { continue }
                pages.append(try WarmPage("detail", site.detail, keeper, way, on: site.peer))
            }
        }
        return try pages + files(site)
    }

    /// What a first visit asks for besides, which has nothing of its visitor.
    private func files(_ site: WarmSite) throws -> [WarmPage] {
        guard let keeper = site.keepers.first else { return [] }
        return try [WarmPage.Way.plain, .gzip].flatMap { way in
            [
                try WarmPage("style sheet", site.styles, by: keeper, ending: "css", way, on: site.peer),
                try WarmPage("portrait", site.portrait, by: keeper, ending: "svg", way, on: site.peer),
            ]
        }
    }

    private func text(
        _ matches: [PageMatch], _ slowest: [SlowestPages], _ mustache: MustacheMatch, _ mixed: MixedPages,
        _ start: PageStart,
        _ instructions: PageInstructions
    ) -> String {
        var table = PageMatch.table
        for match in matches { match.add(to: &table) }
        var slowestTable = SlowestPages.table
        for slowest in slowest { slowest.add(to: &slowestTable) }
        return """
            ## Pages

            `script/bench pages`: pages of `heroes serve` on the bundled catalogue, remembered, with their visitor’s hearts, what a \
            list names, and the same bytes as static files by nginx (set up as for the server’s figures, and as Debian does it; packed with \
            `gzip_static`). Asked by wrk with one thread and \(PageMatch.connections) connections, with the visitor’s cookie; \
            medians of \(rounds.count) runs of \(PageMatch.seconds) s, the ratios being medians of the rounds’ own. Each time \
            the site writes another nonce; but for that the bodies are compared before and after.

            \(table.text)

            The slowest hundredth of a second’s requests scatters more than all else here, since a short pause of a \
            processor is enough for it; so it is compared in more rounds, of the site and nginx as Debian sets it up alone:

            \(slowestTable.text)

            Hummingbird with swift-mustache makes a page of the same heroes anew each time, from data that is ready:

            \(mustache.table)

            \(mixed.text)

            \(mixed.table)

            \(start.text)

            Instructions of the program, not of the kernel, as valgrind’s callgrind counts them:

            \(instructions.table)
            """
    }
}
