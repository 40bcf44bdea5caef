/// Memory over the same cold pages asked for again and again, by a gateway that is quicker, since numbers count here.
struct RepeatedPages {
    static let delay = 20

    /// Bytes that were resident after each time.
    private let memory: [Int]
    /// After so many times all that is kept has been filled, and the allocator has what it takes for so many at once;
    /// and so many are compared with as many after them, since it gives back and takes anew now and then.
    private let third: Int

    init(_ archive: String, _ addresses: [String], _ repetitions: Int) throws {
        let gateway = try HeroesProgram.gateway(archive, delay: Self.delay)
        let site = try HeroesProgram.site(on: gateway, ["--memory", "1"])
        let load = PageLoad(clients: UpstreamSuite.clients)
        memory = try (0..<repetitions).map { _ in
            _ = try load.run(addresses, on: site)
            return try site.processes.residentMemory()
        }
        third = repetitions / 3
    }

    var table: String {
        var table = Table("times", "resident memory, KiB")
        for (index, bytes) in memory.enumerated() where index < 2 || (index + 1) % 5 == 0 {
            table.add("\(index + 1)", "\(bytes / 1024)")
        }
        return table.text
    }

    /// The allocator may still take a few pages; anything lost with each call would be many times that.
    var figures: [Figure] {
        guard third > 0 else { return [] }
        let medians = [third..<2 * third, 2 * third..<3 * third].map { Spread(memory[$0].map(Double.init)).median }
        return [
            Figure(
                name: "upstream: KiB more in the last third of the times than in the second",
                value: (medians[1] - medians[0]) / 1024, digits: 0, goal: .atMost(2048))
        ]
    }
}
