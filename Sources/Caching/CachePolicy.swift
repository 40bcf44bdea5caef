/// Limits on the age and the number of cached answers. Times are in seconds.
package struct CachePolicy: Sendable {
    /// The time for which an answer is served without asking again (RFC 9111 section 4.2.1), unless its kind has its own lifetime.
    package var freshnessLifetime: Double = 24 * 60 * 60
    package var freshnessLifetimeByKind: [AnswerKind: Double] = [:]
    /// The time after that for which an answer is still served while it is revalidated or the source fails: both
    /// stale-while-revalidate and stale-if-error of RFC 5861.
    package var maxStale: Double = 30 * 24 * 60 * 60
    /// The time for which "not found" is cached.
    package var negativeTTL: Double = 10 * 60
    /// The time for which the refusal of a question (4xx) is cached.
    package var refusalTTL: Double = 30
    /// The time for which a stale answer is not revalidated again after a failure.
    package var retryDelay: Double = 30
    /// Consecutive failures that open the circuit breaker.
    package var breakerThreshold = 5
    /// Bytes of answers in memory, estimated; the least recently used are evicted.
    package var byteLimit = 64 * 1024 * 1024
    /// Bytes of heroes that are known from any answer; the least recently used are evicted.
    package var knownByteLimit = 8 * 1024 * 1024

    package init() {}

    /// The lifetime of a known hero: as long as any answer may be served.
    var knownLifetime: Double { maxStale + ([freshnessLifetime] + freshnessLifetimeByKind.values).reduce(0, max) }

    func freshnessLifetime(of key: CacheKey) -> Double { freshnessLifetimeByKind[key.kind] ?? freshnessLifetime }
}
