import Heroes
import Support
import Testing

@testable import Caching

@Suite struct CacheMetricsTests {
    let source = ScriptedSource()
    let clock = ManualClock()

    private func cached(byteLimit: Int = 1 << 20, database: CacheDatabase? = nil, budget: DailyBudget? = nil)
        -> CachedSource
    {
        var policy = CachePolicy()
        policy.byteLimit = byteLimit
        return CachedSource(source, policy: policy, store: database, budget: budget, now: { [clock] in clock.now })
    }

    @Test("every request is counted once, by its result")
    func results() async throws {
        let cached = cached()
        _ = try await cached.hero(7)
        #expect(cached.metrics.results == [.miss: 1])
        _ = try await cached.hero(7)
        #expect(cached.metrics.results == [.miss: 1, .fresh: 1])
        await #expect(throws: HeroError.notCached) { try await cached.for(.prefetch).hero(8) }
        #expect(cached.metrics.results == [.miss: 1, .fresh: 1, .notCached: 1])
        source.fail(with: .notFound)
        for _ in 1...3 { await #expect(throws: HeroError.notFound) { try await cached.hero(9) } }
        #expect(cached.metrics.results == [.miss: 2, .fresh: 1, .notCached: 1, .negative: 2])
        clock.advance(by: 25 * 60 * 60)
        source.fail(with: .broken("b"))
        _ = try await cached.hero(7)
        await cached.waitUntilIdle()
        _ = try await cached.hero(7)
        #expect(
            cached.metrics.results
                == [.miss: 2, .fresh: 1, .notCached: 1, .negative: 2, .stale: 1, .staleIfError: 1])
        #expect(cached.metrics.revalidations == [.failed: 1])
    }

    @Test(
        "calls are counted by outcome",
        arguments: [
            (nil, CallOutcome.success), (.notFound, .notFound), (.timedOut("t"), .timedOut), (.broken("b"), .broken),
            (.overBudget(retryAfter: nil), .rateLimited), (.unavailable("c", retryAfter: 1), .unavailable),
            (.cancelled, .cancelled),
        ] as [(HeroError?, CallOutcome)])
    func outcomes(error: HeroError?, outcome: CallOutcome) async throws {
        let cached = cached()
        source.fail(with: error)
        // Other tests check the response.
        _ = try? await cached.hero(7)
        #expect(cached.metrics.calls == [outcome: 1])
    }

    @Test("bytes, entries and evictions are counted in memory and on disk, and so are reads from disk")
    func usage() async throws {
        let folder = try TemporaryFolder()
        let database = CacheDatabase(path: "\(folder.path)/cache.sqlite")
        let cached = cached(byteLimit: 1000, database: database)
        for id in 1...5 { _ = try await cached.hero(id) }
        await cached.waitUntilIdle()
        let metrics = cached.metrics
        #expect(metrics.memory.entries > 0 && metrics.memory.bytes <= 1000)
        #expect(metrics.memory.entries + metrics.memory.evictions == 5)
        #expect(metrics.disk?.entries == 5 && metrics.disk?.evictions == 0 && metrics.disk?.bytes ?? 0 > 0)
        #expect(metrics.heroIndex.entries == 5)
        let restarted = self.cached(database: database)
        _ = try await restarted.hero(5)
        #expect(restarted.metrics.results == [.fresh: 1] && restarted.metrics.storeReads == 1)
        #expect(restarted.metrics.calls.isEmpty)
    }
}
