import Gateway

/// The gateway over a collection as large as the live service's, and over the bundled catalogue.
struct GatewaySuite {
    private let counts: RecordedCollection.Counts
    private let rounds: Rounds

    init(_ effort: Effort) {
        counts = effort.isQuick ? .quick : .full
        rounds = effort.rounds
    }

    func report() async throws -> Report {
        Progress.tell("gateway: making \(counts.comics) comics and \(counts.stories) stories")
        let collection = try RecordedCollection(counts)
        let path = collection.folder.path("archive")
        let (seconds, memory) = try importTime(collection, path)
        Progress.tell("gateway: starting")
        let archiveStart = try GatewayStart(.archive, [path], rounds)
        let catalogueStart = try GatewayStart(.catalogue, [], rounds)
        Progress.tell("gateway: asking for lists")
        // What comes first finds nothing ready; what is measured after it may find what that left.
        let mixtures = try await ListCalls(archiveAt: path, ListCalls.mixtures(400, counts), rounds: rounds.count)
        let lists = try await ListCalls(archiveAt: path, ListCalls.targets(counts), rounds: rounds.count)
        let names = try await ListCalls(archiveAt: path, ListCalls.names, rounds: rounds.count)
        var starts = Table("start to first answer", "ms", "lowest to highest", "resident MB after it")
        for (name, start) in [("archive", archiveStart), ("bundled catalogue", catalogueStart)] {
            starts.add(name, start.times.text(1e3), start.times.range(1e3), start.memory.text(1e-6, 1))
        }
        let text = """
            ## Gateway

            `script/bench gateway`: \(counts.characters) characters, \(counts.comics) comics, \(counts.creators) creators, \
            \(counts.events) events, \(counts.series) series and \(counts.stories) stories, made up in the form of recorded \
            answers, of which the best known hero is in \(counts.comics * RecordedCollection.share / 1_000_000) comics. A \
            process of its own imported them in \(seconds.text(1)) s, with \(memory.text(0)) MB resident at most.

            A start is measured from the start of a process to its first list, in \(rounds.count) rounds:

            \(starts.text)

            List calls of 20, from the request to the whole answer, without sockets: processor time and time on the wall of \
            the first call, the median of \(ListCalls.gateways) gateways, then the medians of \(rounds.count) more.

            \(lists.table())

            The slowest of \(mixtures.calls.count) calls that mix relations, filters, orders and offsets:

            \(mixtures.table(longest: 12))
            """
        return Report(
            text: text,
            figures: [
                Figure(name: "gateway: s to import", value: seconds, digits: 1, goal: .atMost(60)),
                Figure(
                    name: "gateway: MB resident at most while importing", value: memory, digits: 0, goal: .atMost(300)),
            ] + Self.figures(lists, "list calls") + Self.figures(mixtures, "mixed calls") + [
                Figure(
                    name: "gateway: ms of the slowest nameStartsWith", value: names.slowest(\.wall), goal: .atMost(2)),
                Figure(
                    name: "gateway: ms from start to first answer, archive", value: archiveStart.times.median * 1e3,
                    digits: 0, goal: .atMost(300)),
                Figure(
                    name: "gateway: ms from start to first answer, bundled catalogue",
                    value: catalogueStart.times.median * 1e3, digits: 0, goal: .atMost(300)),
                Figure(
                    name: "gateway: resident MB, bundled catalogue", value: catalogueStart.memory.median / 1e6,
                    digits: 1, goal: .atMost(60)),
            ])
    }

    private static func figures(_ calls: ListCalls, _ name: String) -> [Figure] {
        [("processor", \ListCalls.Cost.processor), ("wall", \.wall)].flatMap { clock, path in
            let name = "of \(calls.calls.count) \(name), \(clock)"
            return [
                Figure(
                    name: "gateway: ms of the slowest first \(name)", value: calls.slowestFirst { $0[keyPath: path] },
                    goal: .atMost(3)),
                Figure(
                    name: "gateway: ms of the slowest repeated \(name)", value: calls.slowest { $0[keyPath: path] },
                    goal: .atMost(3)),
            ]
        }
    }

    /// Seconds, and MB.
    private func importTime(_ collection: RecordedCollection, _ path: String) throws -> (Double, Double) {
        Progress.tell("gateway: importing")
        let child = try Child(
            "/proc/self/exe",
            [GatewayErrand.argument, GatewayErrand.import.rawValue, path] + collection.files)
        let numbers = child.line()?.split(separator: " ").compactMap { Double($0) } ?? []
        guard numbers.count == 2 else { throw Unmeasurable("the import failed; its reason is above") }
        return (numbers[0], numbers[1] * 1024 / 1e6)
    }
}
