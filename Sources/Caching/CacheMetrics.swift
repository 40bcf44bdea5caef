import Heroes

/// Counters and gauges of the caches of a source and of its calls.
package struct CacheMetrics: Sendable, Equatable {
    package var calls = BreakerMetrics()
    package var responses = ResponseCacheMetrics()
    /// The index of heroes from all responses.
    package var heroIndex = CacheUsage()
    /// The index of works from all responses.
    package var workIndex = CacheUsage()
}

/// The metrics of a source's calls and of its circuit breaker.
package struct BreakerMetrics: Sendable, Equatable {
    /// Completed calls by outcome; retries are not counted.
    package var calls: [CallOutcome: Int] = [:]
    package var callsInFlight = 0
    package var state = State.closed
    /// True while the source asks for a pause (Retry-After).
    package var isPaused = false
    /// The number of times that the breaker has opened.
    package var outages = 0

    /// The state of the circuit breaker.
    package enum State: String, CaseIterable, Sendable {
        /// Every call is made.
        case closed
        /// The source is down.
        case open
        /// The source is down, and a call in flight tests it.
        case halfOpen = "half_open"
    }
}

/// The metrics of one response cache.
package struct ResponseCacheMetrics: Sendable, Equatable {
    /// Requests by result.
    package var results: [CacheResult: Int] = [:]
    package var revalidations: [RevalidationResult: Int] = [:]
    package var usage = CacheUsage()

    /// Counts a revalidation, unless the object was deleted or no call was made.
    mutating func count(revalidation result: Result<some Any, HeroError>) {
        switch result {
        case .success: revalidations[.updated, default: 0] += 1
        case .failure(.notFound), .failure(.cancelled): break
        case .failure: revalidations[.failed, default: 0] += 1
        }
    }

    static func += (sum: inout ResponseCacheMetrics, metrics: ResponseCacheMetrics) {
        sum.results.merge(metrics.results, uniquingKeysWith: +)
        sum.revalidations.merge(metrics.revalidations, uniquingKeysWith: +)
        sum.usage.bytes += metrics.usage.bytes
        sum.usage.entries += metrics.usage.entries
        sum.usage.evictions += metrics.usage.evictions
    }
}

/// The estimated size of a cache.
package struct CacheUsage: Sendable, Equatable {
    package var bytes = 0
    package var entries = 0
    /// Entries removed to make room.
    package var evictions = 0
}

/// The result of a request to the cache.
package enum CacheResult: String, CaseIterable, Sendable {
    case fresh
    /// Served while it is revalidated (stale-while-revalidate).
    case stale
    /// Served because the source fails (stale-if-error).
    case staleIfError = "stale_if_error"
    /// The cached absence of an object.
    case negative
    /// A call to the source.
    case miss
    /// Served by the call of another request with the same key.
    case coalesced
    /// Not cached, and the request kind allows no call.
    case notCached = "not_cached"

    /// The cache status in the access log; nil if it is not logged.
    var status: Trace.CacheStatus? {
        switch self {
        case .fresh, .negative: .fresh
        case .stale, .staleIfError: .stale
        case .miss, .coalesced: .miss
        case .notCached: nil
        }
    }
}

/// The result of the revalidation of a stale response.
package enum RevalidationResult: String, CaseIterable, Sendable {
    case updated, failed
}

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
        case .revalidationFailed(let key, let error): "serving stale response: \(key.prefix(120)): \(error.reason)"
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
        case .quotaExceeded(let seconds): "over quota, for \(seconds) s"
        case .unavailable(let text, let seconds): "\(text), unavailable for \(seconds) s"
        case .notCached: "not cached"
        case .cancelled: "cancelled"
        }
    }
}
