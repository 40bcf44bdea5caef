import Heroes

/// The numbers of calls by path, for metrics.
package struct ComicVineCallMetrics: Sendable {
    /// The number of calls since the start of the process, by path and outcome.
    package var calls: [Call: Int] = [:]
    /// The calls that remain in the current hour, by path.
    package var remaining: [String: Int] = [:]
    /// The seconds until calls resume, by path; only of paths without calls now.
    package var pauses: [String: Int] = [:]

    /// A kind of call: the first segment of its path, and its outcome.
    package struct Call: Hashable, Sendable {
        package let resource: String
        package let outcome: Outcome
    }

    /// The outcomes of a call.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        case success
        case notFound = "not_found"
        case timedOut = "timed_out"
        /// Unreachable, or an invalid response.
        case broken
        case rateLimited = "rate_limited"
        case unavailable
        case cancelled

        init(_ error: HeroError) {
            self =
                switch error {
                case .notFound: .notFound
                case .timedOut: .timedOut
                case .broken, .invalidResponse: .broken
                case .overBudget, .quotaExceeded: .rateLimited
                case .unavailable: .unavailable
                case .cancelled, .notCached: .cancelled
                }
        }
    }
}
