/// Memory over the same cold pages asked for again and again, by a gateway that is quicker, since numbers count here.
struct RepeatedPages {
    static let delay = 20

    /// Bytes that were resident after each time.
    private let memory: [Int]
    /// After so many times all that is kept has been filled, and the allocator has what it takes for so many at once.
    private let settled: Int

    init(_ archive: String, _ addresses: [String], _ repetitions: Int) throws {
        let gateway = try HeroesProgram.gateway(archive, delay: Self.delay)
        let site = try HeroesProgram.site(on: gateway, ["--memory", "1"])
        let load = PageLoad(clients: UpstreamSuite.clients)
        memory = try (0..<repetitions).map { _ in
            _ = try load.run(addresses, on: site)
            return try site.processes.residentMemory()
        }
        settled = repetitions / 3
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
        guard settled > 0, let last = memory.last else { return [] }
        return [
            Figure(
                name: "upstream: KiB more after \(memory.count) times the pages than after \(settled)",
                value: Double(last - memory[settled - 1]) / 1024, digits: 0, goal: .atMost(2048))
        ]
    }
}
