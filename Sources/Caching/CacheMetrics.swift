import Heroes

/// Counters and gauges of the cache; reading them waits for no call and no file.
package struct CacheMetrics: Sendable, Equatable {
    /// Ended calls by outcome; a question counts once, however often it was tried.
    package var calls: [CallOutcome: Int] = [:]
    package var callsUnderWay = 0
    /// Tries after the first one of a question.
    package var retries = 0
    package var breaker = BreakerState.closed
    /// Whether the source has asked for a pause (Retry-After).
    package var isClosed = false
    /// The number of times that the breaker has opened.
    package var outages = 0
    /// Requests by result; each is counted once.
    package var answers: [CacheResult: Int] = [:]
    /// Requests whose answer was read from disk.
    package var diskReads = 0
    package var revalidations: [RevalidationResult: Int] = [:]
    package var memory = Space()
    /// Nil without a file.
    package var disk: Space?
    package var budget = Budget()
    /// Heroes that are known from any answer.
    package var known = Space()

    package var callCount: Int { calls.values.reduce(0, +) }

    /// The size of one of the caches.
    package struct Space: Sendable, Equatable {
        /// An estimate in memory, whole pages on disk.
        package var bytes = 0
        package var entries = 0
        /// Entries removed to make room.
        package var evictions = 0
    }

    /// The calls of today (UTC), retries included.
    package struct Budget: Sendable, Equatable {
        package var spent = 0
        /// Nil without a limit.
        package var left: Int?
        /// The part of those left for visitors of lists and heroes' pages.
        package var reserve = 0
        /// The part of the reserve for the front page.
        package var frontReserve = 0
    }
}

/// The result of a request to the cache.
package enum CacheResult: String, CaseIterable, Sendable {
    case fresh
    /// Served while it is revalidated (stale-while-revalidate).
    case stale
    /// Served because the source fails (stale-if-error).
    case staleIfError = "standing_in"
    /// A cached failure, or a part beyond the known end of a list.
    case negative = "absent"
    /// A call to the source.
    case miss
    /// The call of another request for the same question.
    case coalesced
    /// Not in the cache, and not worth a call.
    case notCached = "unasked"

    /// The status that the access log shows.
    var status: Trace.CacheStatus? {
        switch self {
        case .fresh, .negative: .fresh
        case .stale, .staleIfError: .stale
        case .miss, .coalesced: .miss
        case .notCached: nil
        }
    }
}

/// The result of the revalidation of a stale answer.
package enum RevalidationResult: String, CaseIterable, Sendable {
    case renewed
    /// The version is not modified, so no body was sent.
    case confirmed
    case failed

    /// Nil for results that are not counted: the answer is gone, or the source was not asked.
    init?(_ fetched: Cache.Fetched) {
        switch fetched {
        case .success(nil): self = .confirmed
        case .success(_?): self = .renewed
        case .failure(.notFound), .failure(.notCached), .failure(.cancelled): return nil
        case .failure: self = .failed
        }
    }
}

/// The outcome of a call to the source.
package enum CallOutcome: String, CaseIterable, Sendable {
    case answered
    /// The version is not modified.
    case unchanged
    /// Not found.
    case missing
    case timedOut = "timed_out"
    /// Not reached, or nothing usable.
    case broken
    /// Over the source's limit on calls.
    case refused
    /// The source has asked for a pause.
    case closed
    case cancelled

    init(_ fetched: Cache.Fetched) {
        self =
            switch fetched {
            case .success(nil): .unchanged
            case .success(_?): .answered
            case .failure(.notFound): .missing
            case .failure(.timedOut): .timedOut
            case .failure(.broken), .failure(.unusable): .broken
            case .failure(.overBudget), .failure(.quotaExceeded): .refused
            case .failure(.closed): .closed
            case .failure(.cancelled), .failure(.notCached): .cancelled
            }
    }
}

/// The state of the circuit breaker.
package enum BreakerState: String, CaseIterable, Sendable {
    /// Every call is made.
    case closed
    /// The source counts as down.
    case open
    /// The same, and a call in flight tests it.
    case probing
}
