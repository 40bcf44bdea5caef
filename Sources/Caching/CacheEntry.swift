import Basics
import FoundationEssentials
import Heroes

/// A cached response, or a cached failure (negative caching).
struct CacheEntry: Sendable {
    private let result: Result<SourceResponse, HeroError>
    /// The time of the response or of its last revalidation.
    let date: Date
    /// The earliest time of the next revalidation after a failure.
    var retryAfter = Date.distantPast

    init(_ result: Result<SourceResponse, HeroError>, date: Date) {
        self.result = result
        self.date = date
    }

    /// Creates an entry from a stored response; nil if another version of the program has stored it.
    init?(_ stored: StoredResponse) {
        if stored.body.isEmpty {
            self.init(.failure(.notFound), date: stored.date)
        } else {
            guard let response = SourceResponse(stored.body) else { return nil }
            self.init(.success(response), date: stored.date)
        }
    }

    /// The response; nil for a failure.
    var response: SourceResponse? { if case .success(let response) = result { response } else { nil } }

    /// Returns the bytes of memory of the entry and its key.
    func cost(_ key: CacheKey) -> Int {
        let own =
            switch result {
            case .success(let response): response.heapBytes
            case .failure(.invalidResponse(_, let text)): HeapBytes.text(text)
            case .failure: 0
            }
        return LRUCache<CacheKey, CacheEntry>.bytesPerValue + key.heapBytes + own
    }

    /// Returns true if the entry is served without revalidation. An entry from the future is not fresh: the clock was
    /// set back, and its age is unknown.
    func isFresh(_ key: CacheKey, at now: Date, _ policy: CachePolicy) -> Bool {
        let lifetime =
            switch result {
            case .success: policy.freshnessLifetime(of: key)
            case .failure(.notFound): policy.negativeTTL
            case .failure: policy.clientErrorTTL
            }
        return date <= now && now < date + lifetime
    }

    /// Returns true if the entry may be served stale during revalidation or if the source fails (RFC 5861); never for
    /// failures.
    func isServedStale(_ key: CacheKey, at now: Date, _ policy: CachePolicy) -> Bool {
        response != nil && now < date + policy.freshnessLifetime(of: key) + policy.maxStale
    }

    /// Returns the result with its age.
    func outcome(at now: Date) -> Cache.Outcome { result.map { $0.aged(max(0, Int(now.timeIntervalSince(date)))) } }
}
