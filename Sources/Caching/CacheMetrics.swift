import Heroes

/// Counters and gauges of a source's calls, of its circuit breaker and of its caches.
package struct CacheMetrics: Sendable, Equatable {
    /// Completed calls by outcome; retries are not counted.
    package var calls: [CallOutcome: Int] = [:]
    package var callsInFlight = 0
    /// True while the source counts as down.
    package var isOpen = false
    /// True while no calls are made.
    package var isPaused = false
    package var responses = ResponseCacheMetrics()
}

/// The metrics of one response cache.
package struct ResponseCacheMetrics: Sendable, Equatable {
    /// Requests by result.
    package var results: [CacheResult: Int] = [:]
    /// The estimated size.
    package var bytes = 0
    package var entries = 0
    /// Entries removed to make room.
    package var evictions = 0

    static func += (sum: inout ResponseCacheMetrics, metrics: ResponseCacheMetrics) {
        sum.results.merge(metrics.results, uniquingKeysWith: +)
        sum.bytes += metrics.bytes
        sum.entries += metrics.entries
        sum.evictions += metrics.evictions
    }
}

/// The result of a request to the cache.
package enum CacheResult: String, CaseIterable, Sendable {
    case fresh
    /// Served while it is revalidated (stale-while-revalidate).
    case stale
    /// Served because the source fails (stale-if-error).
    case staleIfError = "stale_if_error"
    /// The cached absence or failure of an object.
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
