import Caching
import Heroes

extension PrometheusText {
    mutating func add(_ metrics: CacheMetrics) {
        let calls = metrics.calls
        add(
            "heroes_upstream_calls_total", .counter, "Calls of the source by outcome.",
            by: "outcome", CallOutcome.allCases.map { ($0.rawValue, calls.calls[$0] ?? 0) })
        add("heroes_upstream_calls_in_flight", .gauge, "Running calls of the source.", calls.callsInFlight)
        add(
            "heroes_upstream_breaker", .gauge, "1 for the circuit breaker's current state.", by: "state",
            BreakerMetrics.State.allCases.map { ($0.rawValue, $0 == calls.state ? 1 : 0) })
        add("heroes_upstream_outages_total", .counter, "Times the circuit breaker opened.", calls.outages)
        add(
            "heroes_cache_requests_total", .counter, "Cache lookups by outcome.",
            by: "outcome", CacheResult.allCases.map { ($0.rawValue, metrics.responses.results[$0] ?? 0) })
        add(
            "heroes_cache_revalidations_total", .counter, "Revalidations of stale responses by outcome.",
            by: "outcome",
            RevalidationResult.allCases.map { ($0.rawValue, metrics.responses.revalidations[$0] ?? 0) })
        let spaces = [
            ("memory", metrics.responses.usage), ("known", metrics.heroIndex), ("works", metrics.workIndex),
        ]
        for (name, type, help, value) in [
            ("heroes_cache_bytes", MetricType.gauge, "Bytes of cached responses.", \CacheUsage.bytes),
            ("heroes_cache_entries", .gauge, "Cached responses.", \.entries),
            ("heroes_cache_evictions_total", .counter, "Evicted responses.", \.evictions),
        ] { add(name, type, help, by: "where", spaces.map { ($0.0, $0.1[keyPath: value]) }) }
    }
}
