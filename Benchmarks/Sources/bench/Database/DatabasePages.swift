import Foundation
import Heroes
import Support

/// Pages with hearts from the database and from memory, and pages of three processes and of one.
struct DatabasePages {
    private static let visitorCount = 4_000
    private static let clientCount = 24

    /// Milliseconds of a page in each round: with hearts from memory, and from the database.
    let times: [[Double]]
    /// Pages per second of three processes and of one.
    let loads: [[Double]]

    init(_ server: PostgresServer, _ effort: Effort) async throws {
        let heroes = try Peer.site().heroPaths(pages: 2).suffix(20).compactMap { path in
            path.split { !$0.isNumber }.first.flatMap { Int($0) }
        }
        let table = try await VisitorTable(server, visitors: Self.visitorCount, heroes: heroes)
        let folder = try TemporaryFolder()
        let sites = try (0..<3).map { number in
            try Peer.site(["--data", folder.path("\(number)"), "--database", table.connection])
        }
        for site in sites { try Self.checkHearts(site) }
        progress("database: pages with hearts")
        let requests = effort.isQuick ? 50 : 500
        let client = try sites[0].client()
        var number = 0
        times = try await effort.rounds.results([
            { try Self.time(client, requests) { 0 } },
            {
                try Self.time(client, requests) {
                    number += 1
                    return number % Self.visitorCount
                }
            },
        ])
        progress("database: three processes")
        loads = try await effort.rounds.results([
            { try Self.load(sites, effort) }, { try Self.load([sites[0]], effort) },
        ])
    }

    /// The milliseconds by which a page with hearts from the database takes longer.
    var difference: Spread { Spread(zip(times[1], times[0]).map { $0 - $1 }) }

    /// Requests a page with the visitor's hearts; the unknown parameter makes each address a new one for the page cache.
    private static func page(_ client: HTTPClient, visitor: Int) throws -> HTTPClient.Response {
        let page = try client.get(
            "/heroes?page=2&unknown=\(UInt64.random(in: 0...UInt64.max))",
            ["Cookie: visitor=\(ToggleClient.visitor(visitor).token)"])
        guard page.status == 200, page.field("content-length") != nil else {
            throw BenchmarkError("a page is incomplete: \(page.head)")
        }
        return page
    }

    private static func checkHearts(_ site: Peer) throws {
        _ = try site.cachedPage("/heroes?page=2")
        let client = try site.client()
        let (known, unknown) = (try page(client, visitor: 0), try page(client, visitor: visitorCount))
        guard known.text.contains("aria-pressed=\"true\""), !unknown.text.contains("aria-pressed=\"true\"") else {
            throw BenchmarkError("the page does not show the visitor's hearts")
        }
    }

    /// Returns the median of a page's milliseconds.
    private static func time(_ client: HTTPClient, _ requests: Int, _ visitor: () -> Int) throws -> Double {
        _ = try page(client, visitor: visitor())
        return Spread(try (0..<requests).map { _ in try page(client, visitor: visitor()).total * 1e3 }).median
    }

    /// Spreads clients over the sites; each page is another visitor's.
    private static func load(_ sites: [Peer], _ effort: Effort) throws -> Double {
        let clients = try (0..<clientCount).map { try sites[$0 % sites.count].client() }
        return try Latencies.ofThreads(clientCount, seconds: effort.isQuick ? 0.5 : 2) { thread in
            _ = try page(clients[thread], visitor: Int.random(in: 0..<visitorCount))
        }.rate
    }
}
