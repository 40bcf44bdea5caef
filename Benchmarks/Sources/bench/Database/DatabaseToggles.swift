import PostgreSQL

/// Durable toggles of visitors at the store's own interface, and of libpq without it.
struct DatabaseToggles {
    /// The toggles per second in each round.
    struct Rates {
        let clients: Int
        /// Of lists in memory, as after a page of the visitor, and of libpq's writes.
        let known: [[Double]]
        /// Of lists that are only in the database, and of libpq's reads and writes.
        let unknown: [[Double]]

        var knownRatio: Spread { Spread(known[0], to: known[1]) { $0 } }
        var unknownRatio: Spread { Spread(unknown[0], to: unknown[1]) { $0 } }
    }

    let rates: [Rates]

    /// The connections of the pool.
    private static let connections = 8
    /// The number of visitors of each side.
    private static let share = 64 * ToggleClient.visitorCount
    /// The number of visitors that the table must have.
    static let visitorCount = 4 * share

    init(_ table: VisitorTable, _ effort: Effort) async throws {
        let database = try await table.database()
        let known = Self.toggles(PostgresFavourites(database), first: 0, effort)
        let unknown = Self.toggles(PostgresFavourites(database, cachedFavourites: 0), first: 64, effort)
        let writes = try Self.bareToggles(table, first: 2 * Self.share, isReading: false, effort)
        let readsAndWrites = try Self.bareToggles(table, first: 3 * Self.share, isReading: true, effort)
        rates = try await [1, 8, 64].asyncMap { count in
            progress("database: \(count) clients")
            // The lists are read once.
            for _ in 0..<2 { _ = try await known(count) }
            let sides = try await effort.rounds.results(
                [known, writes, unknown, readsAndWrites].map { toggles in { try await toggles(count) } })
            return Rates(clients: count, known: Array(sides[..<2]), unknown: Array(sides[2...]))
        }
        database.close()
    }

    /// Returns a function that measures the store with so many clients.
    private static func toggles(
        _ store: PostgresFavourites, first: Int, _ effort: Effort
    ) -> (Int) async throws -> Double {
        let clients = (0..<64).map { ToggleClient(first + $0, hero: 1_000_100) }
        return { count in
            try await Latencies.ofTasks(count, seconds: effort.isQuick ? 0.3 : 1) { client in
                try await clients[client].toggle(store)
            }.rate
        }
    }

    /// Returns a function that measures libpq with so many clients, but not more threads than the pool has connections.
    private static func bareToggles(
        _ table: VisitorTable, first: Int, isReading: Bool, _ effort: Effort
    ) throws -> (Int) async throws -> Double {
        let clients = try (0..<connections).map { thread in
            let first = first + thread * share / connections
            return try BareClient(table, visitors: first..<first + share / connections)
        }
        return { count in
            try Latencies.ofThreads(min(count, connections), seconds: effort.isQuick ? 0.3 : 1) { thread in
                try clients[thread].toggle(isReading: isReading)
            }.rate
        }
    }

    var table: String {
        var table = Table(
            "clients", "list in memory: toggles/s", "libpq, write", "ratio", "not in memory: toggles/s",
            "libpq, read and write", "ratio")
        for rates in rates {
            let known = rates.known.map { Spread($0).text() } + [rates.knownRatio.text(1, 2)]
            let unknown = rates.unknown.map { Spread($0).text() } + [rates.unknownRatio.text(1, 2)]
            table.add(["\(rates.clients)"] + known + unknown)
        }
        return table.text
    }

    var figures: [Figure] {
        rates.flatMap { rates in
            [
                Figure("database: toggles to libpq's, \(rates.clients) at once", rates.knownRatio, .atLeast(0.8)),
                Figure(
                    "database: toggles to libpq's, \(rates.clients) at once, list not in memory", rates.unknownRatio,
                    .atLeast(0.8)),
            ]
        }
    }
}
