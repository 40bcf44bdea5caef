import Gateway
import Site
import Synchronization

/// The counts and durations of requests.
final class RequestMetrics: Sendable {
    /// The upper bounds of the histogram's buckets, in seconds.
    static let bounds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    /// The metrics of one route.
    struct Row: Sendable {
        /// The number of responses by status.
        var statuses: [Int: Int] = [:]
        /// The number of responses in each bucket, not cumulative; the last bucket is above all bounds.
        var durations = [Int](repeating: 0, count: bounds.count + 1)
        var seconds = 0.0
    }

    private let state = Mutex([Row](repeating: Row(), count: RouteLabel.names.count))

    func count(_ route: UInt8, _ status: Int, nanoseconds: UInt64) {
        let seconds = Double(nanoseconds) / 1e9
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { rows in
            let route = Int(route)
            rows[route].statuses[status, default: 0] += 1
            rows[route].durations[bucket] += 1
            rows[route].seconds += seconds
        }
    }

    /// The metrics of every route with requests.
    var rows: [(route: String, row: Row)] {
        state.withLock { Array(zip(RouteLabel.names, $0)) }.filter { !$0.1.statuses.isEmpty }
    }
}

/// The route labels of logs and metrics: the site's routes, those answered before it, and the gateway's.
enum RouteLabel {
    static let names =
        Route.Name.allCases.map(\.text) + ["image", "metrics", "health", "readiness", "refused"]
        + EndpointName.allCases.map { "api_\($0.rawValue)" }

    static let image = UInt8(Route.Name.allCases.count)
    static let metrics = image + 1
    static let health = image + 2
    static let readiness = image + 3
    /// Requests that the server refused before routing.
    static let refused = image + 4

    static func endpoint(_ name: EndpointName) -> UInt8 {
        refused + 1 + UInt8(EndpointName.allCases.firstIndex(of: name) ?? 0)
    }
}
