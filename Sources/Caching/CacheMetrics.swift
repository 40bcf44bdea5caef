import Heroes

/// Counters and gauges of the cache; reading them never blocks on calls or files.
package struct CacheMetrics: Sendable, Equatable {
    /// Completed calls by outcome; retries are not counted.
    package var calls: [CallOutcome: Int] = [:]
    package var callsInFlight = 0
    /// Retries of calls.
    package var retries = 0
    package var breaker = BreakerState.closed
    /// True while the source asks for a pause (Retry-After).
    package var isPaused = false
    /// The number of times that the breaker has opened.
    package var outages = 0
    /// Requests by result.
    package var results: [CacheResult: Int] = [:]
    /// Requests served from disk or from a database.
    package var storeReads = 0
    package var revalidations: [RevalidationResult: Int] = [:]
    package var memory = Usage()
    /// The size on disk; nil without a file.
    package var disk: Usage?
    package var budget = Budget()
    /// The index of heroes from all responses.
    package var heroIndex = Usage()
    /// The index of works from all responses.
    package var workIndex = Usage()

    package var callCount: Int { calls.values.reduce(0, +) }

    /// The size of one of the caches.
    package struct Usage: Sendable, Equatable {
        /// An estimate in memory, complete pages on disk.
        package var bytes = 0
        package var entries = 0
        /// Entries removed to make room.
        package var evictions = 0
    }

    /// The calls of today (UTC), retries included.
    package struct Budget: Sendable, Equatable {
        package var spent = 0
        /// The remaining calls; nil without a limit.
        package var left: Int?
        /// The calls reserved for visitors of lists and heroes' pages.
        package var reserve = 0
        /// The part of the reserve for the front page.
        package var frontPageReserve = 0
    }
}

/// The result of a request to the cache.
package enum CacheResult: String, CaseIterable, Sendable {
    case fresh
    /// Served while it is revalidated (stale-while-revalidate).
    case stale
    /// Served because the source fails (stale-if-error).
    case staleIfError = "stale_if_error"
    /// A cached failure, or a page beyond the known end of a list.
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
    case updated
    /// Not modified (304), without a body.
    case notModified = "not_modified"
    case failed

    /// Returns nil for results that are not counted: the hero was deleted, or no call was made.
    init?(_ fetched: Cache.FetchResult) {
        switch fetched {
        case .success(nil): self = .notModified
        case .success(_?): self = .updated
        case .failure(.notFound), .failure(.notCached), .failure(.cancelled): return nil
        case .failure: self = .failed
        }
    }
}

/// The state of the circuit breaker.
package enum BreakerState: String, CaseIterable, Sendable {
    /// Every call is made.
    case closed
    /// The source is down.
    case open
    /// The source is down, and a probe is in flight.
    case halfOpen = "half_open"
}
