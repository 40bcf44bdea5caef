import Caching

extension Metrics {
    func add(_ page: inout Exposition, _ metrics: CacheMetrics) {
        addCalls(&page, metrics)
        page.add(
            "heroes_cache_answers_total", .counter, "Questions of pages to the cache, by how they were answered.",
            Self.outcomes(CacheResult.allCases.map { ($0.rawValue, metrics.answers[$0] ?? 0) }))
        page.add("heroes_cache_disk_reads_total", .counter, "Answers that were read from disk.", metrics.diskReads)
        page.add(
            "heroes_cache_renewals_total", .counter, "Stale answers asked for again, by how that went.",
            Self.outcomes(RevalidationResult.allCases.map { ($0.rawValue, metrics.revalidations[$0] ?? 0) }))
        var spaces = [("memory", metrics.memory), ("known", metrics.known)]
        if let disk = metrics.disk { spaces.append(("disk", disk)) }
        func values(_ value: (CacheMetrics.Space) -> Int) -> [(labels: Exposition.Labels, value: Double)] {
            spaces.map { ([("where", $0.0)], Double(value($0.1))) }
        }
        page.add("heroes_cache_bytes", .gauge, "Bytes of remembered answers.", values(\.bytes))
        page.add("heroes_cache_entries", .gauge, "Remembered answers.", values(\.entries))
        page.add("heroes_cache_evictions_total", .counter, "Answers dropped to make room.", values(\.evictions))
    }

    private func addCalls(_ page: inout Exposition, _ metrics: CacheMetrics) {
        page.add(
            "heroes_upstream_calls_total", .counter, "Questions put to the source, by what they came to.",
            Self.outcomes(CallOutcome.allCases.map { ($0.rawValue, metrics.calls[$0] ?? 0) }))
        page.add("heroes_upstream_calls_under_way", .gauge, "Questions the source has now.", metrics.callsUnderWay)
        page.add("heroes_upstream_retries_total", .counter, "Tries after the first of a question.", metrics.retries)
        page.add(
            "heroes_upstream_breaker", .gauge, "1 for the state that the breaker is in.",
            BreakerState.allCases.map { ([("state", $0.rawValue)], $0 == metrics.breaker ? 1 : 0) })
        page.add("heroes_upstream_outages_total", .counter, "Times the source came to count as down.", metrics.outages)
        page.add("heroes_upstream_budget_spent", .gauge, "Calls of today, in UTC.", metrics.budget.spent)
        if let left = metrics.budget.left {
            page.add("heroes_upstream_budget_left", .gauge, "Calls that may still be made today.", left)
        }
    }

    private static func outcomes(_ counts: [(String, Int)]) -> [(labels: Exposition.Labels, value: Double)] {
        counts.map { ([("outcome", $0.0)], Double($0.1)) }
    }
}
