/// Instructions of the site’s program for one page that it remembers, which a busy machine does not change.
struct PageInstructions {
    private let counts: [(name: String, each: Double)]

    /// In some of them the site makes the page anew, as it does every few seconds.
    private static let rounds = 5

    /// Asks for so many pages in each way, and for twice as many: the difference is what they take.
    init(_ site: WarmSite, pages count: Int) throws {
        Progress.tell("pages: instructions")
        let callgrind = try Callgrind(data: site.folder)
        let client = try PlainClient(port: callgrind.port)
        counts = try Self.ways(site, callgrind).map { name, fields in
            // The first ones make the page, and fill what is kept for later.
            for _ in 0..<20 { _ = try client.answer(to: WarmSite.list, fields) }
            _ = try callgrind.take()
            let differences = try (0..<Self.rounds).map { _ in
                let totals = try [count, 2 * count].map { count in
                    for _ in 0..<count { _ = try client.answer(to: WarmSite.list, fields) }
                    return try callgrind.take()
                }
                return Double(totals[1] - totals[0])
            }
            return (name, Spread(differences).median / Double(count))
        }
    }

    private static func ways(_ site: WarmSite, _ callgrind: Callgrind) throws -> [(name: String, fields: [String])] {
        var ways: [(name: String, fields: [String])] = []
        for keeper in site.keepers {
            let page = try PlainClient.warmPage(WarmSite.list, [keeper.field], port: callgrind.port)
            ways.append(("\(keeper.count) favourites", [keeper.field]))
            ways.append(("\(keeper.count) favourites, gzip", [keeper.field, "Accept-Encoding: gzip"]))
            guard let tag = page.field("etag") else { throw Unmeasurable("a list without a tag") }
            ways.append(("\(keeper.count) favourites, 304", [keeper.field, "If-None-Match: \(tag)"]))
        }
        return ways
    }

    var table: String {
        var table = Table("the list page again", "instructions")
        for (name, each) in counts { table.add(name, each.text(0)) }
        return table.text
    }

    var figures: [Figure] {
        counts.map { Figure(name: "pages: instructions of the list page, \($0.name)", value: $0.each, digits: 0) }
    }
}
