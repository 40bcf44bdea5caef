import Heroes
import PostgreSQL
import Support

/// Reads and toggles of visitors among many, and among few.
struct DatabaseSize {
    let visitors: Int
    static let fewVisitors = 1_000
    private static let clientCount = 8

    /// The latencies of each round among many and among few visitors.
    let reads: [[Latencies]]
    let toggles: [[Latencies]]

    init(_ server: PostgresServer, _ effort: Effort) async throws {
        let visitors = effort.isQuick ? 20_000 : 1_000_000
        self.visitors = visitors
        progress("database: \(visitors) visitors")
        let counts = [visitors, Self.fewVisitors]
        let databases = try await counts.asyncMap { count in
            try await VisitorTable(server, visitors: count).database()
        }
        let seconds = effort.isQuick ? 0.5 : 2
        let stores = databases.map { PostgresFavourites($0) }
        reads = try await effort.rounds.results(
            zip(stores, counts).map { store, count in
                {
                    try await Latencies.ofTasks(Self.clientCount, seconds: seconds) { _ in
                        // No list in memory is as new as this revision.
                        let visitor = ToggleClient.visitor(Int.random(in: 0..<count))
                        guard try await store.favourites(of: visitor, since: .max).list.count == 20 else {
                            throw BenchmarkError("a visitor has other favourites")
                        }
                    }
                }
            })
        toggles = try await effort.rounds.results(
            zip(stores, counts).map { store, count in
                let clients = (0..<Self.clientCount).map {
                    ToggleClient($0, hero: 1_000_100, visitors: count / Self.clientCount, stride: 7_919)
                }
                return {
                    try await Latencies.ofTasks(Self.clientCount, seconds: seconds) { client in
                        try await clients[client].toggle(store)
                    }
                }
            })
        for database in databases { database.close() }
    }

    var figures: [Figure] {
        [("reads", reads), ("toggles", toggles)].flatMap { name, sides in
            [
                Figure(
                    "database: p99 of \(name) of \(visitors) visitors to \(Self.fewVisitors)",
                    Spread(sides[0], to: sides[1]) { $0.percentile(99) }, .atMost(1.2)),
                Figure(
                    "database: p99 of \(name) of \(visitors) visitors, ms", Spread(sides[0]) { $0.percentile(99) * 1e3 }
                ),
            ]
        }
    }
}
