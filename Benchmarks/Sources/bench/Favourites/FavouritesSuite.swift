import Foundation
import Heroes
import Storage

/// Durable toggles at the store's own interface beside the bare disk, and by way of the site.
struct FavouritesSuite {
    private static let clientCounts = [1, 8, 64]
    private let rounds: Rounds
    private let seconds: Double

    init(_ effort: Effort) {
        rounds = effort.rounds
        seconds = effort.isQuick ? 0.3 : 0.8
    }

    func report() async throws -> Report {
        let data = try TemporaryFolder()
        // When this returns, the store has unlocked its folder for the site.
        let (results, size) = try await storeResults(data.path("favourites"))
        let posts = try await siteResults(data.path)
        return report(results, posts, size: size)
    }

    /// Returns the rates of the store and of the bare disk for each number of clients, and the length of a visitor's file.
    private func storeResults(_ path: String) async throws -> (rates: [[[Double]]], size: Int) {
        let store = try FileStore(folder: path)
        let clients = (0..<64).map { ToggleClient($0, hero: 1_000_000 + $0) }
        let disk = try await Self.fill(store, path)
        let rates = try await Self.clientCounts.asyncMap { count in
            progress("favourites: \(count) clients")
            let toggles = { [seconds] in
                try await Latencies.ofTasks(count, seconds: seconds) { client in
                    try await clients[client].toggle(store)
                }.rate
            }
            _ = try await toggles()
            return try await rounds.results([
                toggles, { [seconds] in try Latencies.ofThreads(count, seconds: seconds, disk.replace).rate },
            ])
        }
        return (rates, disk.bytes.count)
    }

    /// Gives every visitor of the clients five favourites, in the files that the store leaves after some changes.
    private static func fill(_ store: FileStore, _ path: String) async throws -> BareDisk {
        let favourites = (1...5).map { ToggleClient.favourite($0, name: "Hero number \($0)") }
        try await withThrowingTaskGroup { tasks in
            for client in 0..<64 {
                tasks.addTask {
                    for number in 0..<ToggleClient.visitorCount {
                        let visitor = ToggleClient.visitor(client * ToggleClient.visitorCount + number)
                        for favourite in favourites.suffix(2) { try await store.add(favourite, for: visitor) }
                        try await store.add(favourites, for: visitor)
                    }
                }
            }
            try await tasks.waitForAll()
        }
        // Nothing of this is to be written back while toggles are measured.
        sync()
        return try BareDisk(path)
    }

    /// Returns the latencies of a heart's form for each number of clients.
    private func siteResults(_ data: String) async throws -> [[Latencies]] {
        progress("favourites: by way of the site")
        let site = try Peer.site(["--data", data])
        _ = try site.cachedPage("/heroes")
        let clients = try (0..<64).map { (ToggleClient($0, hero: 1_009_610), try site.client()) }
        return try await Self.clientCounts.asyncMap { count in
            try await rounds.results([
                { [seconds] in
                    try Latencies.ofThreads(count, seconds: seconds) { try Self.post(clients[$0].0, clients[$0].1) }
                }
            ])[0]
        }
    }

    private static func post(_ client: ToggleClient, _ connection: HTTPClient) throws {
        let (visitor, isAdding) = client.next()
        let response = try connection.post(
            "/favourites/\(client.favourite.id)", "action=\(isAdding ? "add" : "remove")&back=%2Fheroes",
            as: "application/x-www-form-urlencoded", ["Cookie: visitor=\(visitor.token)"])
        // An unknown visitor would get another cookie.
        guard response.status == 303, response.head.contains("visitor=\(visitor.token);") else {
            throw BenchmarkError("the site does not toggle: \(response.head)")
        }
    }

    private func report(_ rates: [[[Double]]], _ posts: [[Latencies]], size: Int) -> Report {
        var table = Table(
            "clients", "toggles/s", "range", "bare disk/s", "range", "ratio", "by way of the site: p50 ms", "p99 ms")
        var figures: [Figure] = []
        for ((count, rates), posts) in zip(zip(Self.clientCounts, rates), posts) {
            let (store, disk) = (Spread(rates[0]), Spread(rates[1]))
            let ratio = Spread(rates[0], to: rates[1]) { $0 }
            let times = [50, 99].map { percent in Spread(posts) { $0.percentile(percent) * 1e3 }.text(1, 2) }
            table.add(
                ["\(count)", store.text(), store.range(), disk.text(), disk.range(), ratio.text(1, 2)] + times)
            figures.append(Figure("favourites: toggles to the bare disk, \(count) at once", ratio, .atLeast(0.8)))
        }
        let section = """
            ## Favourites

            `script/bench favourites`: toggles that are answered once they are on the disk, at the store's own interface. The \
            bare disk writes \(size) bytes to a new file beside a visitor's, syncs it, renames it over the last one and syncs \
            the folder, in as many threads. \(rounds.count) rounds of \(seconds.text(1)) s in TMPDIR. By way of the site \
            clients send the form of a heart to `heroes serve`, each on a connection of its own.

            \(table.text)
            """
        return Report(section: section, figures: figures)
    }
}
