/// The number of statements by outcome, and their durations, including the time in the queue.
package struct StatementMetrics: Sendable {
    /// A `conflict` or a later outcome is the error of that name.
    package enum Outcome: String, CaseIterable, Sendable { case ok, conflict, unconfirmed, unavailable, refused }

    /// The upper bounds of the histogram's buckets, in seconds.
    package static let bounds = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

    package private(set) var counts: [Outcome: Int] = [:]
    /// The number of statements in each bucket, not cumulative; the last bucket is above all bounds.
    package private(set) var durations = [Int](repeating: 0, count: bounds.count + 1)
    package private(set) var seconds = 0.0

    mutating func add(_ result: QueryResult, nanoseconds: UInt64) {
        let seconds = Double(nanoseconds) / 1e9
        counts[Outcome(result), default: 0] += 1
        durations[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        self.seconds += seconds
    }
}

extension StatementMetrics.Outcome {
    init(_ result: QueryResult) {
        switch result {
        case .success: self = .ok
        case .failure(.conflict): self = .conflict
        case .failure(.unconfirmed): self = .unconfirmed
        case .failure(.unavailable): self = .unavailable
        case .failure(.refused): self = .refused
        }
    }
}
