import Glibc

/// Many idle connections: what each costs, and what they cost the busy ones.
struct Crowd {
    static let busy = 32

    /// Memory of the server with one connection answered, and with all of the idle ones.
    let memory: (before: Int, after: Int)
    private let count: Int
    private let alone: [Load]
    private let crowded: [Load]

    init(_ wrk: Wrk, _ effort: Effort) throws {
        let count = effort.idleConnections
        let server = try Peer(.crowd)
        Progress.tell("server: \(count) idle connections")
        memory = try Self.memory(of: server, count)
        let load = { try wrk.load(server, "/", connections: Self.busy, seconds: $0) }
        _ = try load(1)
        // From another address each time, so that the ports of those just closed are not waited for.
        var source: UInt8 = 2
        let loads = try effort.rounds.results([
            { try load(effort.seconds) },
            {
                source += 1
                let idle = try IdleConnections(count, to: server, source: source)
                let result = try withExtendedLifetime(idle) { try load(effort.seconds) }
                return result
            },
        ])
        self.count = count
        alone = loads[0]
        crowded = loads[1]
    }

    private static func memory(of server: Peer, _ count: Int) throws -> (before: Int, after: Int) {
        _ = try server.answer(to: "/")
        let before = try server.processes.residentMemory()
        let idle = try IdleConnections(count, to: server, source: 2)
        return try withExtendedLifetime(idle) { (before, try server.processes.residentMemory()) }
    }

    private var bytesEach: Double { Double(memory.after - memory.before) / Double(count) }
    private var ratio: Double { Spread(crowded, to: alone, \.rate).median }

    var table: String {
        var table = Table("\(Self.busy) busy connections", "requests/s", "lowest to highest", "p99 ms", "to alone")
        add("alone", alone, 1, to: &table)
        add("next to \(count) idle ones", crowded, ratio, to: &table)
        return table.text
    }

    private func add(_ name: String, _ loads: [Load], _ ratio: Double, to table: inout Table) {
        let rate = Spread(loads, \.rate)
        table.add(name, rate.text(), rate.range(), Spread(loads, \.p99).text(1e3, 2), ratio.text(2))
    }

    var text: String {
        """
        \(count) idle connections, each answered once: \(memory.before / 1024) KiB before, \(memory.after / 1024) KiB with \
        them, \(bytesEach.text(0)) bytes each.
        """
    }

    var figures: [Figure] {
        [
            Figure(name: "server: bytes of an idle connection", value: bytesEach, digits: 0, goal: .atMost(6000)),
            Figure(name: "server: requests/s next to \(count) idle connections", value: ratio, goal: .atLeast(0.95)),
        ]
    }
}
