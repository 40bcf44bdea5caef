/// A failure of a source; the texts are for the log and contain no credentials.
package enum HeroError: Error, Hashable, Sendable {
    /// The source does not have the resource (404).
    case notFound
    /// The source did not respond before the deadline.
    case timedOut(String)
    /// The source could not be reached, or the connection was lost before the end of the response.
    case broken(String)
    /// The response had an error status or an unreadable body; other requests may succeed.
    case invalidResponse(status: Int, String)
    /// The source's rate limit is reached; the seconds until the next try, if known.
    case overBudget(retryAfter: Int?)
    /// The client's network has used its share of the calls; the seconds until the next try.
    case quotaExceeded(retryAfter: Int)
    /// The source is unavailable (503 with Retry-After); the pause in seconds.
    case unavailable(String, retryAfter: Int)
    /// The response is not cached, and the request kind allows no call (like `only-if-cached`).
    case notCached
    /// The task was cancelled, no connection became free in time, or the program is stopping.
    case cancelled

    /// The cause, for the log.
    package var reason: String {
        switch self {
        case .notFound, .quotaExceeded, .notCached, .cancelled: "\(self)"
        case .timedOut(let text), .broken(let text), .invalidResponse(_, let text): text
        case .overBudget(let seconds): "over budget" + (seconds.map { ", for \($0) s" } ?? "")
        case .unavailable(let text, let seconds): "\(text), unavailable for \(seconds) s"
        }
    }

    /// The seconds that the source asks to wait; nil if it does not.
    package var requestedPause: Int? {
        switch self {
        case .overBudget(let seconds?), .unavailable(_, let seconds): seconds
        default: nil
        }
    }

    /// True if requests for other objects may succeed.
    package var concernsObject: Bool {
        switch self {
        case .timedOut, .broken, .invalidResponse: true
        case .notFound, .overBudget, .quotaExceeded, .unavailable, .notCached, .cancelled: false
        }
    }

    /// Returns the error with the path of its request, for the log.
    package func at(_ path: String) -> HeroError {
        switch self {
        case .timedOut(let text): .timedOut("\(path): \(text)")
        case .broken(let text): .broken("\(path): \(text)")
        case .invalidResponse(let status, let text): .invalidResponse(status: status, "\(path): \(text)")
        case .unavailable(let text, let seconds): .unavailable("\(path): \(text)", retryAfter: seconds)
        case .notFound, .overBudget, .quotaExceeded, .notCached, .cancelled: self
        }
    }
}

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
