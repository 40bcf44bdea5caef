import Basics
import FoundationEssentials
import Heroes

/// A cached answer, or a cached failure (negative caching).
struct CacheEntry: Sendable {
    private let result: Result<Answer, HeroError>
    /// When the source gave or confirmed it.
    let date: Date
    /// The source is not asked again before this time.
    var retryAfter = Date.distantPast

    init(_ result: Result<Answer, HeroError>, date: Date) {
        self.result = result
        self.date = date
    }

    /// Nil for a failure.
    var answer: Answer? { if case .success(let answer) = result { answer } else { nil } }

    /// Returns the bytes of memory that it takes together with its key.
    func cost(_ key: CacheKey) -> Int {
        let own =
            switch result {
            case .success(let answer): answer.heapBytes
            case .failure(.unusable(_, let text)): HeapBytes.text(text)
            case .failure: 0
            }
        return LRUCache<CacheKey, CacheEntry>.bytesPerValue + key.heapBytes + own
    }

    /// Whether it is served without asking the source. An entry from the future is not: the clock was set back, and its
    /// age is unknown.
    func isFresh(_ key: CacheKey, at now: Date, _ policy: CachePolicy) -> Bool {
        let lifetime =
            switch result {
            case .success: policy.freshnessLifetime(of: key)
            case .failure(.notFound): policy.negativeTTL
            case .failure: policy.refusalTTL
            }
        return date <= now && now < date + lifetime
    }

    /// Whether it is served stale while it is revalidated, or because the source fails (RFC 5861); failures never are.
    func isServedStale(_ key: CacheKey, at now: Date, _ policy: CachePolicy) -> Bool {
        answer != nil && now < date + policy.freshnessLifetime(of: key) + policy.maxStale
    }

    /// Returns the result with its age.
    func outcome(at now: Date) -> Cache.Outcome { result.map { $0.aged(max(0, Int(now.timeIntervalSince(date)))) } }
}
