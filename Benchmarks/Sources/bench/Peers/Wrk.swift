/// The result of one run of wrk; times are seconds.
struct Load {
    let requests: Double
    let rate: Double
    let p99: Double

    /// Runs wrk for whole seconds, on one path or on several in turn.
    init(
        _ peer: Peer, _ paths: [String], _ fields: [String] = [], connections: Int = 32, seconds: Int = 1
    ) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.script(paths).utf8, to: "wrk.lua")
        let headers = (["Host: 127.0.0.1"] + fields).flatMap { ["-H", $0] }
        let arguments = ["-t1", "-c\(connections)", "-d\(seconds)s", "-s", folder.path("wrk.lua")] + headers
        let process = try ChildProcess(
            Program.path("wrk", ofPackage: "wrk"), arguments + ["http://127.0.0.1:\(peer.port)\(paths[0])"])
        let lines = try process.finish().lines
        let line = lines.first { $0.hasPrefix("figures ") } ?? ""
        let figures = line.split(separator: " ").compactMap { Double($0) }
        guard figures.count == 4 else { throw BenchmarkError("wrk fails: \(lines.joined(separator: "; "))") }
        guard figures[3] == 0 else { throw BenchmarkError("wrk counted \(Int(figures[3])) requests that failed") }
        (requests, rate, p99) = (figures[0], figures[0] / figures[1] * 1e6, figures[2] / 1e6)
    }

    /// wrk's hooks, for whole numbers at the end of a run; without `request` the request stays prepared.
    private static func script(_ paths: [String]) -> String {
        let requests = """
            local paths, requests, number = {\(paths.map { "\"\($0)\"" }.joined(separator: ","))}, {}, 0
            init = function()
                for place, path in ipairs(paths) do requests[place] = wrk.format("GET", path) end
            end
            request = function()
                number = number % #requests + 1
                return requests[number]
            end
            """
        return """
            done = function(summary, latency)
                local e = summary.errors
                print(string.format("figures %d %d %d %d", summary.requests, summary.duration,
                    latency:percentile(99), e.connect + e.read + e.write + e.timeout + e.status))
            end
            \(paths.count > 1 ? requests : "")
            """
    }
}
