/// List calls of gateways on an archive, each on a keep-alive connection, from the request to the whole response.
struct ListCalls {
    struct Call {
        let target: String
        let size: Int
        /// Milliseconds of the first call: the median over the gateways.
        let first: Double
        /// Milliseconds of the calls after it: their median.
        let again: Double
    }

    /// With several gateways one pause of the machine does not count as the cost of a first call.
    static let gateways = 3

    let calls: [Call]

    init(_ archive: String, _ targets: [String], rounds: Int) throws {
        let gateways = try (0..<Self.gateways).map { _ in
            try Peer.heroes(["gateway", "--open", "--archive", archive])
        }
        let clients = try gateways.map { try $0.client() }
        calls = try withExtendedLifetime(gateways) {
            try targets.map { target in
                let first = try clients.map { try Self.get(target, $0) }
                let again = try (0..<rounds).map { _ in try Self.get(target, clients[0]).total }
                return Call(
                    target: target, size: first[0].body.count, first: Spread(first) { $0.total * 1e3 }.median,
                    again: Spread(again).median * 1e3)
            }
        }
    }

    private static func get(_ target: String, _ client: HTTPClient) throws -> HTTPClient.Response {
        let response = try client.get("/v1/public/" + target)
        guard response.status == 200 else { throw BenchmarkError("\(target): \(response.head)") }
        return response
    }

    var slowestFirst: Double { calls.map(\.first).max() ?? .nan }

    func median(_ value: (Call) -> Double) -> Double { Spread(calls, value).median }

    /// The calls whose first took longest.
    func table(longest count: Int) -> String {
        var table = Table("call", "bytes", "first ms", "again ms")
        for call in calls.sorted(by: { $0.first > $1.first }).prefix(count) {
            let target = call.target.count > 90 ? call.target.prefix(90) + "..." : call.target[...]
            table.add("`\(target)`", "\(call.size)", call.first.text(2), call.again.text(2))
        }
        return table.text
    }
}
