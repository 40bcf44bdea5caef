/// How long the slowest hundredth of a page’s requests take, by the site and by nginx as Debian sets it up.
///
/// That is what the machine did meanwhile more than anything else (a pause of one processor meets a hundredth of what is
/// asked for in a second), so it takes many more rounds to tell than a rate does, and nobody else’s load between the two.
struct SlowestPages {
    private let kind: String
    private let site: [Load]
    private let nginx: [Load]

    /// Measures the pages of one kind, unpacked, in so many rounds each.
    init(_ kind: String, of pages: [WarmPage], site: Peer, nginx: Peer, _ wrk: Wrk, _ rounds: Rounds) throws {
        Progress.tell("pages: the slowest of \(kind)")
        let loads = try pages.filter { $0.name.hasPrefix(kind) && $0.way == .plain }.map { page in
            try rounds.results([
                PageMatch.side(wrk, site, page.path, page.fields),
                PageMatch.side(wrk, nginx, page.filePath, try page.fields(for: nginx)),
            ])
        }
        self.kind = kind
        self.site = loads.flatMap { $0[0] }
        self.nginx = loads.flatMap { $0[1] }
    }

    static var table: Table {
        Table("page", "rounds", "p99 ms", "lowest to highest", "nginx’s", "lowest to highest", "ratio")
    }

    func add(to table: inout Table) {
        let (own, peer) = (Spread(site, \.p99), Spread(nginx, \.p99))
        table.add(
            kind, String(site.count), own.text(1e3, 2), own.range(1e3, 2), peer.text(1e3, 2), peer.range(1e3, 2),
            ratio.text(2))
    }

    var figure: Figure {
        Figure(name: "pages: p99 to nginx’s as Debian sets it up, \(kind)", value: ratio, goal: .atMost(1))
    }

    private var ratio: Double { Spread(site, to: nginx, \.p99).median }
}
