import Heroes

/// An event for the log; it contains no credentials.
package enum CacheEvent: Sendable, Equatable, CustomStringConvertible {
    /// A stale response is served because its revalidation failed.
    case revalidationFailed(String, HeroError)
    /// The circuit breaker has opened.
    case sourceDown(HeroError)
    case sourceRecovered
    /// The file of the cache is damaged, or cannot be read or written.
    case database(String)

    package var description: String {
        switch self {
        case .revalidationFailed(let key, let error):
            "serving stale response: \(key.prefix(120)): \(error.reason)"
        case .sourceDown(let error): "source down, circuit breaker opened: \(error.reason)"
        case .sourceRecovered: "source recovered, circuit breaker closed"
        case .database(let text): text
        }
    }
}

extension HeroError {
    fileprivate var reason: String {
        switch self {
        case .notFound: "not found"
        case .timedOut(let text), .broken(let text), .invalidResponse(_, let text): text
        case .overBudget(let seconds): "over budget" + (seconds.map { ", for \($0) s" } ?? "")
        case .quotaExceeded(_, let seconds): "over quota, for \(seconds) s"
        case .unavailable(let text, let seconds): "\(text), unavailable for \(seconds) s"
        case .notCached: "not cached"
        case .cancelled: "cancelled"
        }
    }
}
