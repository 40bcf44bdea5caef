/// Memory over very many requests.
struct Endurance {
    private struct Mark {
        let requests: Int
        let memory: Int
    }

    private let marks: [Mark]

    init(_ wrk: Wrk, _ effort: Effort) throws {
        let server = try Peer(.answer)
        Progress.tell("server: \(effort.requestMarks.last ?? 0) requests")
        var requests = 0
        var rate = Double(effort.requestMarks.first ?? 1)
        marks = try effort.requestMarks.map { mark in
            while requests < mark {
                // Not longer, since the rate may have changed meanwhile and the mark would be far behind.
                let seconds = min(3, max(1, Int(Double(mark - requests) / rate)))
                let load = try wrk.load(server, "/", connections: 32, seconds: seconds)
                requests += load.requests
                rate = load.rate
            }
            return Mark(requests: requests, memory: try server.processes.residentMemory())
        }
    }

    /// KiB by which memory grew from the first mark to the last.
    private var growth: Double {
        guard let first = marks.first, let last = marks.last else { return 0 }
        return Double(last.memory - first.memory) / 1024
    }

    var table: String {
        var table = Table("requests answered", "resident memory, KiB")
        for mark in marks { table.add(String(mark.requests), String(mark.memory / 1024)) }
        return table.text
    }

    /// The allocator may still take a few pages; an object lost with each request would be a hundred times that.
    var figures: [Figure] {
        let name =
            "server: KiB more after \(marks.last?.requests ?? 0) requests than after \(marks.first?.requests ?? 0)"
        return [Figure(name: name, value: growth, digits: 0, goal: .atMost(256))]
    }
}
