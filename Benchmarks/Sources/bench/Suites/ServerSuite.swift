import Glibc

/// The program as a server: idle connections, memory over many requests, time to start.
struct ServerSuite {
    private let effort: Effort
    private let connections: Int

    init(_ effort: Effort) {
        self.effort = effort
        connections = effort.isQuick ? 1000 : 10_000
    }

    func report() async throws -> Report {
        progress("server: \(connections) idle connections")
        let idle = try idleConnectionMemory()
        let (marks, memory) = try memoryOverRequests()
        progress("server: starts")
        let starts = Rounds(count: effort.isQuick ? 3 : 21)
        let start = try await starts.spread { try Self.startTime(of: "/heroes") { try Peer.site() } }
        let growth = (memory[2] - memory[1]) / 1e6
        return Report(
            note: """
                server: idle connections are answered once and kept; memory is that of `heroes serve` after \
                \(marks.map(String.init).joined(separator: ", ")) requests for lists, heroes and their comics in turn, \
                \((memory[2] / 1e6).text(1)) MB in the end; a start lasts until `/heroes` has been answered.
                """,
            figures: [
                Figure("server: bytes of each of \(connections) idle connections", idle, digits: 0, .atMost(6000)),
                Figure(
                    "server: MB more after \(marks[2]) requests than after \(marks[1])", growth, digits: 1, .atMost(2)),
                Figure("server: ms from start to first answer", start, digits: 0, .atMost(150)),
            ])
    }

    private func idleConnectionMemory() throws -> Double {
        try Self.allowDescriptors(connections + 100)
        let site = try Peer.site(["--ephemeral", "--connections", "\(connections + 1000)"])
        let first = try site.client()
        _ = try first.get("/healthz")
        let before = try site.residentMemory()
        let idle = try (0..<connections).map { _ in
            let client = try site.client()
            guard try client.get("/healthz").status == 200 else {
                throw BenchmarkError("an idle connection is refused")
            }
            return client
        }
        return try withExtendedLifetime((first, idle)) { (try site.residentMemory() - before) / Double(connections) }
    }

    /// Returns numbers of requests, and the resident memory after each.
    private func memoryOverRequests() throws -> (marks: [Int], memory: [Double]) {
        let site = try Peer.site()
        let heroes = try site.heroPaths(pages: 5)
        let paths = (1...5).map { "/heroes?page=\($0)" } + heroes + heroes.prefix(40).map { $0 + "/comics" }
        let goals = [200_000, 1_000_000, 2_000_000].map { effort.isQuick ? $0 / 20 : $0 }
        progress("server: \(goals.last ?? 0) requests")
        var requests = 0.0
        var marks: [Int] = []
        var memory: [Double] = []
        for goal in goals {
            repeat { requests += try Load(site, paths, seconds: 2).requests } while requests < Double(goal)
            marks.append(Int(requests))
            memory.append(try site.residentMemory())
        }
        return (marks, memory)
    }

    /// Returns the milliseconds from the start of a process to the end of its first answer.
    static func startTime(of path: String, _ start: () throws -> Peer) throws -> Double {
        let begin = ContinuousClock.now
        let peer = try start()
        guard try peer.client().get(path).status == 200 else { throw BenchmarkError("the first answer is an error") }
        return withExtendedLifetime(peer) { (ContinuousClock.now - begin) / .milliseconds(1) }
    }

    private static func allowDescriptors(_ count: Int) throws {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        guard limit.rlim_max >= rlim_t(count) else {
            throw BenchmarkError("\(count) open files are not allowed here: `ulimit -Hn` is \(limit.rlim_max)")
        }
        limit.rlim_cur = max(limit.rlim_cur, rlim_t(count))
        setrlimit(resource, &limit)
    }
}
