import Heroes
import Support
import Testing

@testable import Caching

@Suite struct BreakerTests {
    let source = ScriptedSource()
    let clock = ManualClock()
    let events = Recorder<CacheEvent>()

    private func cached() -> CachedSource {
        CachedSource(source, now: { [clock] in clock.now }, report: { [events] in events.add($0) })
    }

    /// Returns a source with one stale response and an open breaker.
    private func down() async throws -> CachedSource {
        let cached = cached()
        _ = try await cached.hero(7)
        clock.advance(by: 25 * 60 * 60)
        source.fail(with: .broken("down"))
        for id in 100..<105 { await #expect(throws: HeroError.broken("down")) { try await cached.hero(id) } }
        #expect(cached.metrics.isOpen)
        #expect(cached.metrics.isPaused)
        return cached
    }

    @Test("five failures in a row open the breaker, which is reported once; any response resets their count")
    func opening() async throws {
        let cached = cached()
        source.fail(with: .timedOut("t"))
        for id in 1...4 { await #expect(throws: HeroError.timedOut("t")) { try await cached.hero(id) } }
        source.fail(with: .notFound)
        await #expect(throws: HeroError.notFound) { try await cached.hero(5) }
        source.fail(with: .broken("b"))
        for id in 6...9 { await #expect(throws: HeroError.broken("b")) { try await cached.hero(id) } }
        #expect(!cached.metrics.isOpen)
        for id in 10...12 { await #expect(throws: HeroError.broken("b")) { try await cached.hero(id) } }
        #expect(cached.metrics.isOpen)
        #expect(events.all == [.sourceDown(.broken("b"))])
    }

    @Test("while the source is down, its calls fail at once; after five seconds the next one tests it")
    func recovery() async throws {
        let cached = try await down()
        let requested = source.requests.count
        for _ in 1...3 {
            for id in 200...203 { await #expect(throws: HeroError.broken("down")) { try await cached.hero(id) } }
            clock.advance(by: 5)
        }
        #expect(source.requests.count == requested + 2)
        source.fail(with: nil)
        #expect(try await cached.hero(8).value.name == "Hero v1")
        #expect(try await cached.topics(.comics, of: .hero(8), PageRange()).items.count == 1)
        #expect(!cached.metrics.isOpen)
        #expect(events.all.last == .sourceRecovered)
    }

    @Test("a response with an error status never opens the breaker, and closes it", arguments: [400, 403, 409, 500])
    func invalidResponses(status: Int) async throws {
        let cached = try await down()
        clock.advance(by: 5)
        source.fail(with: .invalidResponse(status: status, "no"))
        for id in 1...10 { await #expect(throws: HeroError.self) { try await cached.hero(300 + id) } }
        #expect(!cached.metrics.isOpen)
        #expect(events.all.last == .sourceRecovered)
    }

    @Test("a source with Retry-After is not called before", arguments: [true, false])
    func retryAfter(isUnavailable: Bool) async throws {
        let cached = cached()
        _ = try await cached.hero(7)
        clock.advance(by: 25 * 60 * 60)
        source.fail(with: isUnavailable ? .unavailable("c", retryAfter: 600) : .overBudget(retryAfter: 600))
        _ = try await cached.hero(7)
        await cached.waitUntilIdle()
        clock.advance(by: 599)
        source.fail(with: nil)
        _ = try await cached.hero(7)
        await cached.waitUntilIdle()
        #expect(cached.metrics.isPaused)
        let error = isUnavailable ? HeroError.unavailable("c", retryAfter: 1) : .overBudget(retryAfter: 1)
        await #expect(throws: error) { try await cached.hero(8) }
        #expect(source.requests.count == 2)
        clock.advance(by: 1)
        _ = try await cached.hero(7)
        _ = try await cached.hero(8)
        await cached.waitUntilIdle()
        #expect(source.requests.count == 4)
    }

    @Test("the latency is measured from responses and timeouts, not from failures or cached responses")
    func latency() async throws {
        let cached = cached()
        source.fail(with: .broken("b"))
        await #expect(throws: HeroError.self) { try await cached.hero(7) }
        #expect(cached.typicalLatency == nil)
        source.fail(with: .timedOut("t"))
        await #expect(throws: HeroError.self) { try await cached.hero(7) }
        let latency = try #require(cached.typicalLatency)
        source.fail(with: nil)
        _ = try await cached.hero(7)
        let next = try #require(cached.typicalLatency)
        #expect(latency > .zero)
        #expect(next != latency)
        _ = try await cached.hero(7)
        #expect(cached.typicalLatency == next)
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
}
