/// One page by the site and by nginx from a file, a load for each round.
struct PageMatch {
    static let connections = 32
    /// Seconds of a load, in which any of them gives tens of thousands of pages.
    static let seconds = 1

    let page: WarmPage
    private let site: [Load]
    private let nginx: [Load]
    /// By nginx as Debian sets it up.
    private let debian: [Load]

    /// Measures three servers by turns, after having seen that they send the same.
    init(_ page: WarmPage, _ servers: (site: Peer, nginx: Peer, debian: Peer), _ wrk: Wrk, _ rounds: Rounds) throws {
        Progress.tell("pages: \(page.name)")
        let peers = [(servers.nginx, page.filePath), (servers.debian, page.filePath)]
        for (nginx, _) in peers { try page.check(servers.site, nginx) }
        var sides = [Self.side(wrk, servers.site, page.path, page.fields)]
        for (nginx, path) in peers { sides.append(Self.side(wrk, nginx, path, try page.fields(for: nginx))) }
        let loads = try rounds.results(sides)
        (site, nginx, debian) = (loads[0], loads[1], loads[2])
        self.page = page
        for (nginx, _) in peers { try page.check(servers.site, nginx) }
    }

    /// A load of a second by one of the two.
    static func side(_ wrk: Wrk, _ peer: Peer, _ path: String, _ fields: [String]) -> () throws -> Load {
        {
            try wrk.load(peer, path, connections: connections, seconds: seconds, fields: [WarmSite.host] + fields)
        }
    }

    static var table: Table {
        Table(
            "page", "bytes", "requests/s", "lowest to highest", "p99 ms", "processor µs each", "requests/s to nginx’s")
    }

    func add(to table: inout Table) {
        for (name, loads) in [("the site", site), ("nginx", nginx), ("nginx as Debian sets it up", debian)] {
            let rate = Spread(loads, \.rate)
            table.add(
                "\(page.name): \(name)", String(page.size), rate.text(), rate.range(),
                Spread(loads, \.p99).text(1e3, 2),
                Spread(loads, \.processorSecondsEach).text(1e6, 2), Spread(loads, to: nginx, \.rate).text(1, 2))
        }
    }

    /// The goals are about nginx as who installs it has it; the one set up for speed is there to learn from.
    var figures: [Figure] {
        figures("to nginx’s as Debian sets it up, \(page.name)", debian, goal: .atLeast(1))
            + figures("to nginx’s set up for speed, \(page.name)", nginx)
    }

    private func figures(_ place: String, _ nginx: [Load], goal: Figure.Goal? = nil) -> [Figure] {
        let ratio = { (value: (Load) -> Double) in Spread(site, to: nginx, value).median }
        return [
            Figure(name: "pages: requests/s \(place)", value: ratio(\.rate), goal: goal),
            Figure(name: "pages: p99 \(place)", value: ratio(\.p99)),
            Figure(name: "pages: processor time \(place)", value: ratio(\.processorSecondsEach)),
        ]
    }
}
