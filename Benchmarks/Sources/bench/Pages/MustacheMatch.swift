/// The list page by Hummingbird and swift-mustache, which make it anew each time, and the same heroes by the site.
struct MustacheMatch {
    private let site: [Load]
    private let mustache: [Load]
    private let sizes: (site: Int, mustache: Int)

    /// The same page as that of the templates’ suite.
    private static let path = "/heroes?page=\(ListPage.number)"

    init(_ site: WarmSite, _ wrk: Wrk, _ rounds: Rounds) throws {
        Progress.tell("pages: Hummingbird and swift-mustache")
        let mustache = try Self.peer()
        let fields = [site.keepers[0].field]
        let answers = try (site.peer.warmPage(Self.path, fields), mustache.answer(to: Self.path, fields))
        guard answers.1.status == 200, Self.names(answers.0) == Self.names(answers.1) else {
            throw Unmeasurable("Hummingbird and the site show other heroes: \(answers.1.head)")
        }
        sizes = (answers.0.body.count, answers.1.body.count)
        let loads = try rounds.results(
            [site.peer, mustache].map { peer in
                {
                    try wrk.load(
                        peer, Self.path, connections: PageMatch.connections, seconds: PageMatch.seconds,
                        fields: [WarmSite.host] + fields)
                }
            })
        (self.site, self.mustache) = (loads[0], loads[1])
    }

    private static func peer() throws -> Peer {
        let folder = try TemporaryFolder()
        try MustachePage(ListPage(CatalogueFiles().heroes).view).write(to: folder)
        let child = try Child(BuiltProduct.path("mustache-site"), [folder.path])
        guard let port = child.line().flatMap({ UInt16($0) }) else {
            throw Unmeasurable("Hummingbird does not start; its reason is above")
        }
        return Peer(child: child, port: port, folder: folder)
    }

    /// The heroes on the page, in their order.
    private static func names(_ answer: PlainClient.Answer) -> [String] {
        answer.text.matches(of: /<span class="name">([^<]+)</).map { String($0.1) }
    }

    var table: String {
        var table = Table("list page", "bytes", "requests/s", "lowest to highest", "p99 ms", "processor µs each")
        let sides = [("the site", sizes.site, site), ("Hummingbird and swift-mustache", sizes.mustache, mustache)]
        for (name, size, loads) in sides {
            let rate = Spread(loads, \.rate)
            table.add(
                name, String(size), rate.text(), rate.range(), Spread(loads, \.p99).text(1e3, 2),
                Spread(loads, \.processorSecondsEach).text(1e6, 2))
        }
        return table.text
    }

    var figures: [Figure] {
        let ratio = Spread(site, to: mustache, \.rate).median
        return [Figure(name: "pages: requests/s to Hummingbird’s with swift-mustache", value: ratio, digits: 0)]
    }
}
