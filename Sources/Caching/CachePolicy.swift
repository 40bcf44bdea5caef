/// Limits on the age and the size of cached responses. Times are in seconds.
package struct CachePolicy: Sendable {
    /// The freshness lifetime (RFC 9111, section 4.2.1) of kinds without their own.
    package var freshnessLifetime: Double = 24 * 60 * 60
    package var freshnessLifetimeByKind: [ResponseKind: Double] = [:]
    /// The time after that during which a stale response is served: both stale-while-revalidate and stale-if-error of
    /// RFC 5861.
    package var maxStale: Double = 30 * 24 * 60 * 60
    /// The time for which a 404 is cached.
    package var negativeTTL: Double = 10 * 60
    /// The time for which another client error (4xx) is cached.
    package var clientErrorTTL: Double = 30
    /// The time until the next revalidation after a failure.
    package var retryDelay: Double = 30
    /// The number of consecutive failures that open the circuit breaker.
    package var breakerThreshold = 5
    /// The estimated bytes of responses in memory; the least recently used are evicted.
    package var byteLimit = 64 * 1024 * 1024
    /// The bytes of the index of heroes; the least recently used are evicted.
    package var heroIndexByteLimit = 8 * 1024 * 1024
    /// The bytes of the index of works; the least recently used are evicted.
    package var workIndexByteLimit = 8 * 1024 * 1024

    package init() {}

    /// The lifetime of a hero or work in the index: the longest time for which a response may be served.
    var indexLifetime: Double { maxStale + ([freshnessLifetime] + freshnessLifetimeByKind.values).reduce(0, max) }

    func freshnessLifetime(of key: CacheKey) -> Double { freshnessLifetimeByKind[key.kind] ?? freshnessLifetime }
}
