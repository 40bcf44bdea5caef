import Caching
import Heroes

extension PrometheusText {
    mutating func addCalls(_ metrics: CacheMetrics) {
        add(
            "heroes_upstream_calls_total", .counter, "Calls of the source by outcome.",
            by: "outcome", CallOutcome.allCases.map { ($0.rawValue, metrics.calls[$0] ?? 0) })
        add("heroes_upstream_calls_in_flight", .gauge, "Running calls of the source.", metrics.callsInFlight)
        add("heroes_upstream_retries_total", .counter, "Retried calls.", metrics.retries)
        add(
            "heroes_upstream_breaker", .gauge, "1 for the circuit breaker's current state.", by: "state",
            BreakerState.allCases.map { ($0.rawValue, $0 == metrics.breaker ? 1 : 0) })
        add("heroes_upstream_outages_total", .counter, "Times the circuit breaker opened.", metrics.outages)
        add("heroes_upstream_budget_spent", .gauge, "Calls made today (UTC).", metrics.budget.spent)
        if let left = metrics.budget.left {
            add("heroes_upstream_budget_left", .gauge, "Calls left today (UTC).", left)
        }
    }

    mutating func addCache(_ metrics: CacheMetrics) {
        add(
            "heroes_cache_requests_total", .counter, "Cache lookups by outcome.",
            by: "outcome", CacheResult.allCases.map { ($0.rawValue, metrics.results[$0] ?? 0) })
        add(
            "heroes_cache_disk_reads_total", .counter, "Responses read from disk or from the database.",
            metrics.storeReads)
        add(
            "heroes_cache_revalidations_total", .counter, "Revalidations of stale responses by outcome.",
            by: "outcome", RevalidationResult.allCases.map { ($0.rawValue, metrics.revalidations[$0] ?? 0) })
        var spaces = [("memory", metrics.memory), ("known", metrics.heroIndex), ("works", metrics.workIndex)]
        if let disk = metrics.disk { spaces.append(("disk", disk)) }
        for (name, type, help, value) in [
            ("heroes_cache_bytes", MetricType.gauge, "Bytes of cached responses.", \CacheMetrics.Usage.bytes),
            ("heroes_cache_entries", .gauge, "Cached responses.", \.entries),
            ("heroes_cache_evictions_total", .counter, "Evicted responses.", \.evictions),
        ] { add(name, type, help, by: "where", spaces.map { ($0.0, $0.1[keyPath: value]) }) }
    }
}
