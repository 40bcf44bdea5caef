import PostgreSQL

/// Durable toggles of visitors at the store's own interface, and of libpq without it.
struct DatabaseToggles {
    /// The toggles per second of each round: of the store, of libpq, and of libpq with a read before each write.
    let rates: [(clients: Int, sides: [[Double]])]

    /// The connections of the pool.
    private static let connections = 8

    init(_ table: VisitorTable, _ effort: Effort) async throws {
        let seconds = effort.isQuick ? 0.3 : 1
        let database = try await table.database()
        let store = PostgresFavourites(database)
        let clients = (0..<64).map { ToggleClient($0, hero: 1_000_100) }
        // Each side has visitors of its own.
        let bare = try (1...2).map { side in
            try (0..<Self.connections).map { thread in
                let first = (side * Self.connections + thread) * 128
                return try BareClient(table, visitors: first..<first + 128)
            }
        }
        rates = try await [1, 8, 64].asyncMap { count in
            progress("database: \(count) clients")
            let threads = min(count, Self.connections)
            let sides = try await effort.rounds.results([
                {
                    try await Latencies.ofTasks(count, seconds: seconds) { try await clients[$0].toggle(store) }.rate
                },
                {
                    try Latencies.ofThreads(threads, seconds: seconds) { try bare[0][$0].toggle(isReading: false) }.rate
                },
                { try Latencies.ofThreads(threads, seconds: seconds) { try bare[1][$0].toggle(isReading: true) }.rate },
            ])
            return (count, sides)
        }
        database.close()
    }

    /// The number of visitors that the table must have.
    static let visitorCount = 3 * connections * 128

    var table: String {
        var table = Table("clients", "toggles/s", "range", "libpq, write", "ratio", "libpq, read and write", "ratio")
        for (clients, sides) in rates {
            let store = Spread(sides[0])
            table.add(
                ["\(clients)", store.text(), store.range()]
                    + [1, 2].flatMap { [Spread(sides[$0]).text(), ratio(sides, $0).text(1, 2)] })
        }
        return table.text
    }

    var figures: [Figure] {
        rates.flatMap { clients, sides in
            [
                Figure("database: toggles to libpq's writes, \(clients) at once", ratio(sides, 1), .atLeast(0.8)),
                Figure("database: toggles to libpq's reads and writes, \(clients) at once", ratio(sides, 2)),
            ]
        }
    }

    private func ratio(_ sides: [[Double]], _ side: Int) -> Spread { Spread(sides[0], to: sides[side]) { $0 } }
}
