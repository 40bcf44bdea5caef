import Gateway
import Glibc
import HTTP

/// List calls of an archive, each timed from the request to the whole answer, within one process that does nothing else:
/// by the clock on the wall, and by the processors' clock, for which what else the machine does in between does not
/// count.
struct ListCalls {
    /// What a call took, in seconds.
    struct Cost {
        let wall: Double
        let processor: Double
    }

    struct Call {
        let target: String
        let size: Int
        /// The first call of each gateway, before which nothing was asked for that this one has in common with others.
        let first: [Cost]
        /// Those after it.
        let again: [Cost]

        func medianFirst(_ clock: (Cost) -> Double) -> Double { Spread(first, clock).median }
        func median(_ clock: (Cost) -> Double) -> Double { Spread(again, clock).median }
    }

    /// Gateways that are asked for the first time, so that one pause of the machine does not count as a call’s cost.
    static let gateways = 3

    let calls: [Call]

    init(archiveAt path: String, _ targets: [String], rounds: Int) async throws {
        let gateways = try (0..<Self.gateways).map { _ in Gateway.open(try Archive.existing(path: path)) }
        var calls: [Call] = []
        for target in targets {
            var (first, again): ([Cost], [Cost]) = ([], [])
            var size = 0
            for gateway in gateways {
                let cost: Cost
                (cost, size) = try await Self.time(gateway, target)
                first.append(cost)
            }
            for _ in 0..<rounds { again.append(try await Self.time(gateways[0], target).cost) }
            calls.append(Call(target: target, size: size, first: first, again: again))
        }
        self.calls = calls
    }

    private static func time(_ gateway: Gateway, _ target: String) async throws -> (cost: Cost, size: Int) {
        let request = Request(target: "/v1/public/" + target)
        let start = (wall: seconds(CLOCK_MONOTONIC), processor: seconds(CLOCK_PROCESS_CPUTIME_ID))
        let response = await gateway.respond(to: request)
        let cost = Cost(
            wall: seconds(CLOCK_MONOTONIC) - start.wall,
            processor: seconds(CLOCK_PROCESS_CPUTIME_ID) - start.processor)
        guard response.status == .ok, case .bytes(let bytes) = response.body else {
            throw Unmeasurable("\(target): \(response.status)")
        }
        return (cost, bytes.count)
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The calls, or as many of them as took longest.
    func table(longest most: Int = .max) -> String {
        var table = Table("call", "bytes", "first ms", "on the wall", "again ms", "on the wall")
        let shown =
            calls.count <= most
            ? calls : Array(calls.sorted { $0.medianFirst(\.processor) > $1.medianFirst(\.processor) }.prefix(most))
        for call in shown {
            table.add(
                "`\(call.target)`", "\(call.size)", (call.medianFirst(\.processor) * 1e3).text(2),
                (call.medianFirst(\.wall) * 1e3).text(2), (call.median(\.processor) * 1e3).text(2),
                (call.median(\.wall) * 1e3).text(2))
        }
        return table.text
    }

    /// Milliseconds of the slowest first call, by its median over the gateways.
    func slowestFirst(_ clock: (Cost) -> Double) -> Double { (calls.map { $0.medianFirst(clock) }.max() ?? 0) * 1e3 }

    /// Milliseconds of the slowest repeated call, by its median.
    func slowest(_ clock: (Cost) -> Double) -> Double { (calls.map { $0.median(clock) }.max() ?? 0) * 1e3 }
}
