/// Runs wrk, which asks for one thing over and over on many connections.
struct Wrk {
    /// Reported in whole numbers by wrk’s own hook at the end of a run; without others the requests stay prepared.
    private static let script = """
        done = function(summary, latency)
            local e = summary.errors
            print(string.format("figures %d %d %d %d %d", summary.requests, summary.duration,
                latency:percentile(50), latency:percentile(99), e.connect + e.read + e.write + e.timeout + e.status))
        end
        """

    private let program: String
    private let folder: TemporaryFolder

    /// With more of a script where the requests are not all the same.
    init(_ requests: String = "") throws {
        program = try Program.path("wrk", ofPackage: "wrk")
        folder = try TemporaryFolder()
        try folder.write("\(Self.script)\n\(requests)".utf8, to: "done.lua")
    }

    /// Asks a peer for a path, with more fields where there are any, for whole seconds.
    func load(_ peer: Peer, _ path: String, connections: Int, seconds: Int, fields: [String] = []) throws -> Load {
        let before = try peer.processes.processorTime()
        let headers = fields.flatMap { ["-H", $0] }
        let child = try Child(
            program,
            ["-t1", "-c\(connections)", "-d\(seconds)s", "-s", folder.path("done.lua")] + headers
                + ["http://127.0.0.1:\(peer.port)\(path)"])
        let lines = try child.lines()
        let worked = try peer.processes.processorTime() - before
        let line = lines.first { $0.hasPrefix("figures ") } ?? ""
        let figures = line.split(separator: " ").compactMap { Double($0) }
        guard figures.count == 5 else { throw Unmeasurable("wrk gives no figures: \(lines.joined(separator: "; "))") }
        guard figures[4] == 0 else { throw Unmeasurable("wrk counted \(Int(figures[4])) requests that failed") }
        return Load(
            requests: Int(figures[0]), seconds: figures[1] / 1e6, median: figures[2] / 1e6,
            p99: figures[3] / 1e6, processorSeconds: worked)
    }
}

/// What one run of requests came to; all times are seconds.
struct Load {
    let requests: Int
    let seconds: Double
    /// The median of the times from request to answer.
    let median: Double
    /// Their 99th percentile.
    let p99: Double
    /// What the processors worked for the server.
    let processorSeconds: Double

    var rate: Double { Double(requests) / seconds }
    var processorSecondsEach: Double { processorSeconds / Double(max(1, requests)) }
}
