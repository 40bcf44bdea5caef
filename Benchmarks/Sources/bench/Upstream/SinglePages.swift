/// One page at a time: how soon it begins, and how soon it is whole.
struct SinglePages {
    private let cold: [PageArrival]
    private let met: [PageArrival]
    private let warm: [PageArrival]

    init(_ gateway: HeroesProgram, _ addresses: some Sequence<String>) throws {
        let site = try HeroesProgram.site(on: gateway)
        defer { withExtendedLifetime(site) {} }
        let client = try site.client()
        // The connections and the pace of the source are known after a page or two, as they are on a running site.
        let addresses = Array(addresses)
        for address in addresses.prefix(2) { _ = try client.page(address) }
        cold = try addresses.dropFirst(2).map { try client.page($0) }
        warm = try addresses.dropFirst(2).map { try client.page($0) }
        met = try Self.met(gateway, count: cold.count)
        guard (cold + met).allSatisfy(\.isStreamed), !warm.contains(where: \.isStreamed) else {
            throw Unmeasurable("pages do not come in parts where they have to be waited for")
        }
    }

    /// The pages of heroes whom a list has shown.
    private static func met(_ gateway: HeroesProgram, count: Int) throws -> [PageArrival] {
        let site = try HeroesProgram.site(on: gateway)
        defer { withExtendedLifetime(site) {} }
        let client = try site.client()
        return try (1...(count / 20 + 1)).flatMap { page in
            let list = try client.page("/heroes?page=\(page)").text
            let addresses = Set(list.matches(of: /href="(\/heroes\/\d+-[^"?#]+)["?]/).map { String($0.1) })
            return try addresses.sorted().map { try client.page($0) }
        }
    }

    var table: String {
        var table = Table("page of a hero", "first part ms", "lowest to highest", "whole ms", "lowest to highest")
        for (name, pages) in [("never heard of", cold), ("seen in a list", met), ("asked for again", warm)] {
            let (first, whole) = (Spread(pages, \.first), Spread(pages, \.whole))
            table.add(name, first.text(1e3, 1), first.range(1e3, 1), whole.text(1e3, 1), whole.range(1e3, 1))
        }
        return table.text
    }

    var figures: [Figure] {
        let delay = Double(UpstreamSuite.delay)
        return [
            Figure(
                name: "upstream: ms until a cold page is whole", value: Spread(cold, \.whole).median * 1e3, digits: 1,
                goal: .atMost(1.15 * delay + 20)),
            Figure(
                name: "upstream: ms until a page begins whose hero was seen in a list",
                value: Spread(met, \.first).median * 1e3, digits: 1, goal: .atMost(20)),
        ]
    }
}
