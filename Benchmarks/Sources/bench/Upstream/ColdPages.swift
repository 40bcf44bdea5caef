/// Many pages at once of which nothing is remembered, each time by a site that has just begun.
struct ColdPages {
    private struct Run {
        let seconds: Double
        let processorTime: Double
        /// Median time of a page.
        let page: Double
        let calls: Int
        let warmSeconds: Double
        let warmCalls: Int
    }

    /// Seconds that the calls take at the least, so many of them at a time.
    let ideal: Double
    private let pages: Int
    private let runs: [Run]

    init(_ gateway: HeroesProgram, _ addresses: [String], _ rounds: Rounds) throws {
        let calls = Double(addresses.count * UpstreamSuite.callsPerPage)
        ideal = calls * Double(UpstreamSuite.delay) / 1000 / Double(UpstreamSuite.limit)
        pages = addresses.count
        runs = try rounds.results([{ try Self.run(gateway, addresses) }])[0]
    }

    private static func run(_ gateway: HeroesProgram, _ addresses: [String]) throws -> Run {
        let site = try HeroesProgram.site(on: gateway)
        let load = PageLoad(clients: UpstreamSuite.clients)
        let before = try site.processes.processorTime()
        let cold = try load.run(addresses, on: site)
        let processorTime = try site.processes.processorTime() - before
        let calls = try site.calls()
        let warm = try load.run(addresses, on: site)
        return Run(
            seconds: cold.seconds, processorTime: processorTime, page: Spread(cold.pages, \.whole).median, calls: calls,
            warmSeconds: warm.seconds, warmCalls: try site.calls() - calls)
    }

    private var seconds: Spread { Spread(runs, \.seconds) }

    var table: String {
        var table = Table("\(pages) pages", "seconds", "lowest to highest", "to the ideal", "calls")
        let warm = Spread(runs, \.warmSeconds)
        table.add(
            "cold", seconds.text(1, 2), seconds.range(1, 2), (seconds.median / ideal).text(2),
            Spread(runs) { Double($0.calls) }.text())
        table.add("again", warm.text(1, 2), warm.range(1, 2), "", Spread(runs) { Double($0.warmCalls) }.text())
        return """
            \(table.text)

            A cold page took \(Spread(runs, \.page).text(1e3)) ms in the median, and \
            \(Spread(runs, \.processorTime).text(1e3 / Double(pages), 2)) ms of the site’s processor time.
            """
    }

    var figures: [Figure] {
        [
            Figure(
                name: "upstream: time of \(pages) cold pages by \(UpstreamSuite.clients) clients to the ideal",
                value: seconds.median / ideal, goal: .atMost(1.2)),
            Figure(
                name: "upstream: calls for \(pages) cold pages", value: Spread(runs) { Double($0.calls) }.highest,
                digits: 0, goal: .atMost(Double(pages * UpstreamSuite.callsPerPage))),
            Figure(
                name: "upstream: calls for \(pages) warm pages", value: Spread(runs) { Double($0.warmCalls) }.highest,
                digits: 0, goal: .atMost(0)),
        ]
    }
}
