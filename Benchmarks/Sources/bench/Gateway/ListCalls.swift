import Gateway
import Glibc
import HTTP

/// List calls of an archive, each timed from the request to the whole answer, within one process that does nothing else
/// and by the processors' clock: what else the machine does in between does not count.
struct ListCalls {
    struct Call {
        let target: String
        let size: Int
        /// Seconds of the first call, before which nothing was asked for that this one has in common with others.
        let first: Double
        /// Seconds of those after it.
        let warm: Spread
    }

    let calls: [Call]

    init(_ archive: Archive, _ targets: [String], rounds: Int) async throws {
        let gateway = Gateway.open(archive)
        var calls: [Call] = []
        for target in targets {
            let (first, size) = try await Self.time(gateway, target)
            var times: [Double] = []
            for _ in 0..<rounds { times.append(try await Self.time(gateway, target).seconds) }
            calls.append(Call(target: target, size: size, first: first, warm: Spread(times)))
        }
        self.calls = calls
    }

    private static func time(_ gateway: Gateway, _ target: String) async throws -> (seconds: Double, size: Int) {
        let request = Request(target: "/v1/public/" + target)
        let start = processorTime
        let response = await gateway.respond(to: request)
        let seconds = processorTime - start
        guard response.status == .ok, case .bytes(let bytes) = response.body else {
            throw Unmeasurable("\(target): \(response.status)")
        }
        return (seconds, bytes.count)
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    var table: String {
        var table = Table("call", "bytes", "first ms", "median ms", "worst ms")
        for call in calls {
            table.add(
                "`\(call.target)`", "\(call.size)", (call.first * 1e3).text(2), call.warm.text(1e3, 2),
                (call.warm.highest * 1e3).text(2))
        }
        return table.text
    }

    /// The median of the slowest call, in milliseconds.
    var slowest: Double { (calls.map(\.warm.median).max() ?? 0) * 1e3 }

    /// How many first calls took longer than 3 ms.
    var slowFirsts: Int { calls.count { $0.first > 0.003 } }
}
