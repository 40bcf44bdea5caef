/// The outcome of a call to a source, for metrics.
package enum CallOutcome: String, CaseIterable, Sendable {
    case success
    case notFound = "not_found"
    case timedOut = "timed_out"
    /// Unreachable, or an invalid response.
    case broken
    /// Over the source's rate limit.
    case rateLimited = "rate_limited"
    /// The source asked for a pause (503 with Retry-After).
    case unavailable
    case cancelled

    package init(_ error: HeroError) {
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
