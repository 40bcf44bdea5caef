/// The answer in memory against nginx’s file of the same bytes, at some numbers of connections.
struct Throughput {
    /// Of the one and the other, a load for each round.
    struct Match {
        let connections: Int
        let server: [Load]
        /// With a task for each request.
        let task: [Load]
        let nginx: [Load]
        /// Of nginx as Debian sets it up.
        let debian: [Load]
    }

    /// Seconds of one run: many short ones by turns meet the machine in the same state more often than few long ones.
    static let seconds = 1

    let matches: [Match]
    let rounds: Rounds
    /// Bytes before the body, of the one and the other.
    let headSizes: (server: Int, nginx: Int)
    let nginxVersion: String

    init(_ wrk: Wrk, _ effort: Effort) throws {
        let rounds = Rounds(count: effort.isQuick ? 3 : 21)
        self.rounds = rounds
        let (server, task) = try (Peer(.answer), Peer(.task))
        let nginx = try Nginx.serving(["index.html": MemoryAnswer.bytes])
        let debian = try Nginx.serving(["index.html": MemoryAnswer.bytes], tuning: .debian)
        let answers = try (server.answer(to: "/index.html"), nginx.answer(to: "/index.html"))
        guard answers.0.status == 200, answers.1.status == 200, answers.0.body == answers.1.body else {
            throw Unmeasurable("server and nginx answer differently: \(answers.0.head), \(answers.1.head)")
        }
        headSizes = (answers.0.head.utf8.count, answers.1.head.utf8.count)
        nginxVersion = String(answers.1.field("server") ?? "nginx")
        matches = try [32, 512].map { connections in
            Progress.tell("server: \(connections) connections")
            let sides = [server, task, nginx, debian].map { peer in
                { try wrk.load(peer, "/index.html", connections: connections, seconds: Self.seconds) }
            }
            for side in sides { _ = try side() }
            let loads = try rounds.results(sides)
            return Match(
                connections: connections, server: loads[0], task: loads[1], nginx: loads[2], debian: loads[3])
        }
    }

    var table: String {
        var table = Table(
            "12 KiB, connections", "requests/s", "lowest to highest", "median ms", "p99 ms", "lowest to highest",
            "processor µs each", "requests/s to nginx’s")
        for match in matches {
            let ratio = Spread(match.server, to: match.nginx, \.rate).median
            add("the server, \(match.connections)", match.server, ratio, to: &table)
            add(
                "a task each, \(match.connections)", match.task, Spread(match.task, to: match.nginx, \.rate).median,
                to: &table)
            add("nginx, \(match.connections)", match.nginx, 1, to: &table)
            add(
                "nginx as Debian sets it up, \(match.connections)", match.debian,
                Spread(match.debian, to: match.nginx, \.rate).median, to: &table)
        }
        return table.text
    }

    private func add(_ name: String, _ loads: [Load], _ ratio: Double, to table: inout Table) {
        let rate = Spread(loads, \.rate)
        let p99 = Spread(loads, \.p99)
        table.add(
            name, rate.text(), rate.range(), Spread(loads, \.median).text(1e3, 2), p99.text(1e3, 2), p99.range(1e3, 2),
            Spread(loads, \.processorSecondsEach).text(1e6, 2), ratio.text(2))
    }

    /// The goals are about nginx as who installs it has it; the one set up for speed is there to learn from.
    var figures: [Figure] {
        matches.flatMap { match in
            figures(
                "to nginx’s as Debian sets it up, \(match.connections) connections", match.server, match.debian, 1.1, 1)
                + figures("to nginx’s set up for speed, \(match.connections) connections", match.server, match.nginx)
        }
    }

    private func figures(
        _ place: String, _ server: [Load], _ nginx: [Load], _ rate: Double? = nil, _ p99: Double? = nil
    ) -> [Figure] {
        let ratio = { (value: (Load) -> Double) in Spread(server, to: nginx, value).median }
        return [
            Figure(name: "server: requests/s \(place)", value: ratio(\.rate), goal: rate.map { .atLeast($0) }),
            Figure(name: "server: p99 \(place)", value: ratio(\.p99), goal: p99.map { .atMost($0) }),
            Figure(name: "server: processor time \(place)", value: ratio(\.processorSecondsEach)),
        ]
    }
}
