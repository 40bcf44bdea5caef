import Foundation

/// A visitor beside one client with thousands of connections, which ask for pages that are in no cache.
struct OverloadSuite {
    /// The requests of the client with many connections: one Lua expression of a path.
    private enum Attack: String, CaseIterable {
        case heroes, paths, searches
        case readingLists = "reading lists"

        var path: String {
            switch self {
            case .heroes: #""/heroes/" .. hero() .. "?" .. math.random(1e9)"#
            case .paths: #""/heroes/" .. hero() .. "/to/" .. hero()"#
            case .searches:
                #""/heroes?q=" .. word() .. "+" .. word() .. "+" .. word() .. "+" .. word() .. "+" .. word() .. "+" .. word() .. "+" .. word() .. "+" .. word()"#
            case .readingLists: #""/events/1/comics.cbl?" .. math.random(1e9)"#
            }
        }
    }

    private struct Result {
        let attack: Attack
        let connections: Int
        /// The visitor's 95th percentile in milliseconds, by page.
        let times: [Double]
        /// Megabytes: before, at most, and a minute after.
        let memory: [Double]
    }

    private static let counts = RecordedCollection.Counts(
        characters: 20_000, comics: 15_000, creators: 2_000, events: 60, series: 1_500, stories: 1_000)
    private let isQuick: Bool

    init(_ effort: Effort) { isQuick = effort.isQuick }

    func report() async throws -> Report {
        progress("overload: importing")
        let collection = try RecordedCollection(Self.counts)
        let archive = collection.folder.path("archive")
        _ = try ChildProcess(Peer.program, ["import"] + collection.files + ["--archive", archive]).finish()
        let connections = isQuick ? [100] : [2_000, 8_000]
        var results: [Result] = []
        for attack in Attack.allCases {
            for count in connections { results.append(try await measure(attack, count, archive)) }
        }
        let slowest = results.flatMap(\.times).max() ?? .nan
        return Report(
            section: section(results),
            figures: [
                Figure("overload: ms of a visitor's page, 95 of 100 below", slowest, digits: 1, .atMost(25)),
                Figure("overload: MB at most", results.map { $0.memory[1] }.max() ?? .nan, digits: 0, .atMost(400)),
                Figure(
                    "overload: MB more a minute later", results.map { $0.memory[2] - $0.memory[0] }.max() ?? .nan,
                    digits: 0, .atMost(60)),
            ])
    }

    private func measure(_ attack: Attack, _ connections: Int, _ archive: String) async throws -> Result {
        progress("overload: \(attack.rawValue), \(connections) connections")
        let site = try Peer.site(["--ephemeral", "--archive", archive])
        let visitor = try HTTPClient(port: site.port, timeout: 60, isOtherNetwork: true)
        // Fills the caches.
        for number in 0..<(isQuick ? 20 : 1_500) { _ = try Self.times(visitor, number) }
        let before = try site.residentMemory()
        let load = try attackers(attack, connections, seconds: isQuick ? 3 : 20, on: site)
        try await Task.sleep(for: .seconds(1))
        var (times, peak, number) = ([[Double]](repeating: [], count: 3), before, 10_000)
        while load.isRunning {
            for (kind, time) in try Self.times(visitor, number).enumerated() { times[kind].append(time) }
            peak = max(peak, try site.residentMemory())
            number += 1
        }
        try await Task.sleep(for: .seconds(isQuick ? 1 : 60))
        let after = try site.residentMemory()
        return Result(
            attack: attack, connections: connections,
            times: times.map { $0.sorted() }.map { $0.isEmpty ? .nan : $0[$0.count * 95 / 100] },
            memory: [before, peak, after].map { $0 / 1e6 })
    }

    /// Returns the milliseconds of a list, a hero's page and a search that this visitor has not requested before.
    private static func times(_ visitor: HTTPClient, _ number: Int) throws -> [Double] {
        let id = 1_000_000 + number * 37 % counts.characters
        let slug = try visitor.get("/heroes/\(id)").field("location") ?? ""
        let paths = ["/heroes?page=\(1 + number % 1_000)", String(slug), "/heroes?q=hero+\(number)"]
        return try paths.map { path in
            let response = try visitor.get(path)
            guard response.status == 200 else { throw BenchmarkError("\(path): \(response.head)") }
            return response.total * 1e3
        }
    }

    private func attackers(_ attack: Attack, _ connections: Int, seconds: Int, on site: Peer) throws -> ChildProcess {
        let folder = try TemporaryFolder()
        let script = """
            local words = {"amber", "battle", "crimson", "dark", "eternal", "final", "golden", "hidden", "iron", "jade"}
            function word() return words[math.random(#words)] .. math.random(1000) end
            function hero() return 1000000 + math.random(0, \(Self.counts.characters - 1)) end
            function request() return wrk.format("GET", \(attack.path)) end
            """
        try folder.write(script.utf8, to: "wrk.lua")
        let arguments = ["-t1", "-c\(connections)", "-d\(seconds)s", "--timeout", "60s", "-s", folder.path("wrk.lua")]
        let process = try ChildProcess(
            Program.path("wrk", ofPackage: "wrk"), arguments + ["http://127.0.0.1:\(site.port)/"])
        // wrk has read its script when it connects.
        usleep(500_000)
        return process
    }

    private func section(_ results: [Result]) -> String {
        var table = Table("requests", "connections", "list", "hero", "search", "MB before", "at most", "later")
        for result in results {
            table.add(
                [result.attack.rawValue, "\(result.connections)"] + result.times.map { $0.text(1) }
                    + result.memory.map { $0.text(0) })
        }
        return """
            ## Overload

            `script/bench overload`: wrk with many connections of one address requests pages of heroes, paths from one hero to \
            another, searches of eight words, or reading lists, each time another, from `heroes serve` with an archive of \
            \(Self.counts.characters) heroes and \(Self.counts.comics) comics. Beside it, a visitor of another address requests \
            a list, a hero's page and a search, each time another: milliseconds of which 95 of 100 are below. Any status but \
            200 would stop the suite. Memory is that of the program before, at most, and a minute later.

            \(table.text)
            """
    }
}
