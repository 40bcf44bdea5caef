/// Memory over the same cold pages asked for again and again.
struct RepeatedPages {
    /// Bytes that were resident after each time.
    private let memory: [Int]
    /// After so many times all that is kept has been filled.
    private static let settled = 3

    init(_ gateway: HeroesProgram, _ addresses: [String], _ repetitions: Int) throws {
        let site = try HeroesProgram.site(on: gateway, ["--memory", "1"])
        let load = PageLoad(clients: UpstreamSuite.clients)
        memory = try (0..<repetitions).map { _ in
            _ = try load.run(addresses, on: site)
            return try site.processes.residentMemory()
        }
    }

    var table: String {
        var table = Table("times", "resident memory, KiB")
        for (index, bytes) in memory.enumerated() { table.add("\(index + 1)", "\(bytes / 1024)") }
        return table.text
    }

    var figures: [Figure] {
        guard memory.count >= Self.settled, let last = memory.last else { return [] }
        let growth = Double(last - memory[Self.settled - 1]) / 1024
        return [
            Figure(
                name: "upstream: KiB more after \(memory.count) times the pages than after \(Self.settled)",
                value: growth, digits: 0, goal: .atMost(1024))
        ]
    }
}
