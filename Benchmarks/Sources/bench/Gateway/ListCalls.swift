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
        /// The first call, before which nothing was asked for that this one has in common with others.
        let first: Cost
        /// Those after it.
        let again: [Cost]

        func median(_ clock: (Cost) -> Double) -> Double { Spread(again, clock).median }
    }

    let calls: [Call]

    init(_ archive: Archive, _ targets: [String], rounds: Int) async throws {
        let gateway = Gateway.open(archive)
        var calls: [Call] = []
        for target in targets {
            let (first, size) = try await Self.time(gateway, target)
            var again: [Cost] = []
            for _ in 0..<rounds { again.append(try await Self.time(gateway, target).cost) }
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
            calls.count <= most ? calls : Array(calls.sorted { $0.first.processor > $1.first.processor }.prefix(most))
        for call in shown {
            table.add(
                "`\(call.target)`", "\(call.size)", (call.first.processor * 1e3).text(2),
                (call.first.wall * 1e3).text(2), (call.median(\.processor) * 1e3).text(2),
                (call.median(\.wall) * 1e3).text(2))
        }
        return table.text
    }

    /// Milliseconds of the slowest first call.
    func slowestFirst(_ clock: (Cost) -> Double) -> Double { (calls.map { clock($0.first) }.max() ?? 0) * 1e3 }

    /// Milliseconds of the slowest repeated call, by its median.
    func slowest(_ clock: (Cost) -> Double) -> Double { (calls.map { $0.median(clock) }.max() ?? 0) * 1e3 }
}
