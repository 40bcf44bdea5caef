import Glibc

/// Many idle connections: what each costs, and what they cost the busy ones.
struct Crowd {
    static let busy = 32
    /// Seconds of one run, many of which meet the machine in the same state.
    static let seconds = 1

    /// Memory of the server with one connection answered, and with all of the idle ones.
    let memory: (before: Int, after: Int)
    let rounds: Rounds
    private let count: Int
    private let alone: [Load]
    private let crowded: [Load]

    init(_ wrk: Wrk, _ effort: Effort) throws {
        let count = effort.idleConnections
        // Two of them, so that the one and the other can be asked by turns.
        let (server, quiet) = try (Peer(.crowd), Peer(.crowd))
        Progress.tell("server: \(count) idle connections")
        _ = try server.answer(to: "/")
        let before = try server.processes.residentMemory()
        let idle = try IdleConnections(count, to: server, source: 2)
        memory = (before, try server.processes.residentMemory())
        rounds = Rounds(count: effort.isQuick ? 3 : 21)
        let sides = [quiet, server].map { peer in
            { try wrk.load(peer, "/", connections: Self.busy, seconds: Self.seconds) }
        }
        for side in sides { _ = try side() }
        let loads = try withExtendedLifetime(idle) { [rounds] in try rounds.results(sides) }
        self.count = count
        alone = loads[0]
        crowded = loads[1]
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
