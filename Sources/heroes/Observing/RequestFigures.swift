import Synchronization

/// Counts answered requests and how long they took; written by every thread, a few atomic additions a request.
final class RequestFigures: Sendable {
    /// The upper bounds of the histogram's buckets, in seconds.
    static let bounds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    private static let nanoseconds = bounds.map { UInt64($0 * 1_000_000_000) }
    /// One more than bounds, for what takes longer than all of them.
    private static let buckets = 17
    private static let routes = 32
    private static let statuses: [Int] = [
        200, 204, 206, 301, 303, 304, 308, 400, 403, 404, 405, 406, 408, 409, 412, 413, 414, 416, 417, 429, 431, 500,
        501,
        502, 503, 504, 505,
    ]
    /// The place of each status from 200 to 599 in a route's row; the last one is for those without a place.
    private static let places: [Int] = {
        var places = [Int](repeating: rowLength - 1, count: 400)
        for (place, status) in statuses.enumerated() { places[status - 200] = place }
        return places
    }()
    private static let rowLength = 32

    private let requests: InlineArray<1024, Atomic<Int>> = InlineArray { _ in Atomic(0) }
    private let durations: InlineArray<544, Atomic<Int>> = InlineArray { _ in Atomic(0) }
    /// Nanoseconds.
    private let sums: InlineArray<32, Atomic<Int>> = InlineArray { _ in Atomic(0) }

    /// Pages that were there already.
    let pagesGivenAgain = Atomic<Int>(0)

    func count(_ route: UInt8, _ status: Int, nanoseconds: UInt64) {
        let route = Int(route) % Self.routes
        let place = Self.places[min(max(status - 200, 0), 399)]
        requests[route * Self.rowLength + place].add(1, ordering: .relaxed)
        var bucket = 0
        while bucket < Self.nanoseconds.count, nanoseconds > Self.nanoseconds[bucket] { bucket += 1 }
        durations[route * Self.buckets + bucket].add(1, ordering: .relaxed)
        sums[route].add(Int(clamping: nanoseconds), ordering: .relaxed)
    }

    /// How one route's requests were answered.
    struct Row {
        let route: String
        /// Number of answers by status.
        let statuses: [(status: String, count: Int)]
        /// One count a bucket, each without those of the lower ones.
        let durations: [Int]
        let seconds: Double
    }

    /// Every route that was asked for.
    var rows: [Row] {
        RouteLabel.texts.enumerated().compactMap { route, text in
            let statuses = (0..<Self.rowLength).compactMap { place -> (String, Int)? in
                let count = requests[route * Self.rowLength + place].load(ordering: .relaxed)
                guard count > 0 else { return nil }
                return (place < Self.statuses.count ? String(Self.statuses[place]) : "other", count)
            }
            guard !statuses.isEmpty else { return nil }
            let durations = (0..<Self.buckets).map {
                self.durations[route * Self.buckets + $0].load(ordering: .relaxed)
            }
            return Row(
                route: text, statuses: statuses, durations: durations,
                seconds: Double(sums[route].load(ordering: .relaxed)) / 1_000_000_000)
        }
    }
}
