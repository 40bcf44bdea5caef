import Foundation

/// Pictures rendered as PNG: the time of a first request, and pages beside many first requests.
struct PicturesSuite {
    private let rounds: Rounds
    private let count: Int

    /// The clients that request pictures at the same time.
    private static let clients = 32

    init(_ effort: Effort) {
        rounds = Rounds(count: effort.isQuick ? 1 : 5)
        count = effort.isQuick ? 100 : 1000
    }

    func report() async throws -> Report {
        progress("pictures: first requests")
        let site = try Peer.site()
        let client = try site.client()
        let portraits = try Self.pictures(["portrait_incredible"], client)
        let first = try portraits.map { try Self.milliseconds($0, client) }.sorted()
        progress("pictures: \(count) of them while pages are requested")
        var results: [(ratio: Double, memory: Double)] = []
        for _ in 0..<rounds.count { results.append(try pagesBeside()) }
        return Report(
            note: """
                pictures: first requests for \(portraits.count) portraits of 216 by 324 pixels; then the first pages of the \
                list, alone and while \(Self.clients) clients request \(count) other pictures for the first time.
                """,
            figures: [
                Figure("pictures: ms of a first request, 95 of 100 below", first[first.count * 95 / 100], .atMost(60)),
                Figure("pictures: p99 of pages beside them to alone", Spread(results, \.ratio), .atMost(2)),
                Figure("pictures: MB resident after them", Spread(results, \.memory), digits: 0, .atMost(100)),
            ])
    }

    /// Returns the p99 of pages while pictures are rendered to that without, and the resident megabytes after it.
    private func pagesBeside() throws -> (ratio: Double, memory: Double) {
        let site = try Peer.site()
        let variants = ["detail", "portrait_uncanny", "landscape_incredible", "standard_fantastic", "portrait_xlarge"]
        let pictures = try Self.pictures(variants, try site.client()).prefix(count)
        let lists = (1...5).map { "/heroes?page=\($0)" }
        for path in lists { _ = try site.cachedPage(path) }
        let alone = try Load(site, lists, seconds: 3)
        let (group, port) = (DispatchGroup(), site.port)
        for client in 0..<Self.clients {
            let share = pictures.enumerated().filter { $0.offset % Self.clients == client }.map(\.element)
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                // Each picture is requested again below, and checked.
                let connection = try? HTTPClient(port: port, timeout: 120)
                for path in share { _ = try? connection?.get(path) }
            }
        }
        let beside = try Load(site, lists, seconds: 3)
        group.wait()
        let client = try site.client()
        for path in pictures { _ = try Self.milliseconds(path, client) }
        return (beside.p99 / alone.p99, try site.residentMemory() / 1e6)
    }

    /// Returns the paths of the portraits on the first pages of the list, in these variants.
    private static func pictures(_ variants: [String], _ client: HTTPClient) throws -> [String] {
        let portraits = try (1...11).flatMap { page in
            try client.get("/heroes?page=\(page)").text.matches(of: /src="(\/images\/characters\/\d+)\//).map(\.1)
        }
        return variants.flatMap { variant in portraits.map { "\($0)/\(variant).png" } }
    }

    private static func milliseconds(_ path: String, _ client: HTTPClient) throws -> Double {
        let response = try client.get(path)
        guard response.status == 200, response.field("content-type") == "image/png" else {
            throw BenchmarkError("\(path): \(response.head)")
        }
        return response.total * 1e3
    }
}
