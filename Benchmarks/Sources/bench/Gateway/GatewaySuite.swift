/// `heroes import` and `heroes gateway` over a collection as large as the live service's.
struct GatewaySuite {
    private let counts: RecordedCollection.Counts
    private let heroes: Int
    private let rounds: Rounds

    init(_ effort: Effort) {
        counts = effort.isQuick ? .quick : .full
        heroes = effort.isQuick ? 2_000 : 40_000
        rounds = effort.rounds
    }

    func report() async throws -> Report {
        progress("gateway: making \(counts.comics) comics and \(counts.stories) stories")
        let collection = try RecordedCollection(counts)
        let archive = collection.folder.path("archive")
        progress("gateway: importing")
        let start = ContinuousClock.now
        let (lines, memory) = try ChildProcess(Peer.program, ["import"] + collection.files + ["--archive", archive])
            .finish()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        guard lines.contains("bad records: 0") else {
            throw BenchmarkError("the import fails: \(lines.joined(separator: "; "))")
        }
        progress("gateway: lists")
        let calls = try ListCalls(archive, ListTargets(counts: counts).all, rounds: rounds.count)
        let firstAnswer = try await rounds.spread {
            try Peer.startTime(of: "/v1/public/characters") {
                try Peer.heroes(["gateway", "--open", "--archive", archive])
            }
        }
        progress("gateway: searches")
        let searches = try SearchCalls(heroes: heroes, calls: 200)
        return Report(
            section: section(calls, searches),
            figures: [
                Figure("gateway: s to import", seconds, digits: 1, .atMost(60)),
                Figure("gateway: MB resident at most during it", Double(memory) / 1e6, digits: 0, .atMost(300)),
                Figure("gateway: ms of the slowest first list call", calls.slowestFirst, .atMost(100)),
                Figure("gateway: ms of a search, 95 of 100 below", searches.slowest, .atMost(10)),
                Figure("gateway: ms from start to first answer", firstAnswer, digits: 0, .atMost(300)),
            ])
    }

    private func section(_ calls: ListCalls, _ searches: SearchCalls) -> String {
        """
        ## Gateway

        `script/bench gateway`: `heroes import` of \(counts.characters) characters, \(counts.comics) comics, \
        \(counts.creators) creators, \(counts.events) events, \(counts.series) series and \(counts.stories) stories, made up \
        in the form of recorded answers, of which the best known hero is in \
        \(counts.comics * RecordedCollection.share / 1_000_000) comics. Then \(calls.calls.count) list calls of 20 over HTTP: \
        first pages, offsets, relations, filters, orders. Medians of \(ListCalls.gateways) gateways for a first call, of \
        \(rounds.count) rounds for the next; the median of all is \(calls.median(\.first).text(2)) ms, then \(calls.median(\.again).text(2)) ms; the ten slowest:

        \(calls.table(longest: 10))

        Then searches in another archive, with \(heroes) heroes whose names and descriptions are made of the catalogue's \
        words:

        \(searches.table)
        """
    }
}

extension RecordedCollection.Counts {
    /// The numbers of objects by the names of their kinds.
    var sizes: [String: Int] {
        [
            "characters": characters, "comics": comics, "creators": creators, "events": events, "series": series,
            "stories": stories,
        ]
    }
}
