import Heroes
import Support
import Testing

@testable import Caching

@Suite struct BreakerTests {
    let source = ScriptedSource()
    let clock = ManualClock()
    let events = Recorder<CacheEvent>()

    private func cached() -> CachedSource {
        CachedSource(source, now: { [clock] in clock.now }) { [events] in events.add($0) }
    }

    /// Returns a source with one stale response and an open breaker.
    private func down() async throws -> CachedSource {
        let cached = cached()
        _ = try await cached.hero(7)
        clock.advance(by: 25 * 60 * 60)
        source.fail(with: .broken("down"))
        for id in 100..<105 { await #expect(throws: HeroError.broken("down")) { try await cached.hero(id) } }
        #expect(cached.metrics.breaker == .open)
        return cached
    }

    @Test("consecutive failures open the breaker, which is reported once")
    func opening() async throws {
        let cached = cached()
        source.fail(with: .timedOut("t"))
        for id in 1...4 { await #expect(throws: HeroError.timedOut("t")) { try await cached.hero(id) } }
        source.fail(with: .notFound)
        await #expect(throws: HeroError.notFound) { try await cached.hero(5) }
        source.fail(with: .broken("b"))
        for id in 6...9 { await #expect(throws: HeroError.broken("b")) { try await cached.hero(id) } }
        #expect(cached.metrics.breaker == .closed)
        for id in 10...12 { await #expect(throws: HeroError.broken("b")) { try await cached.hero(id) } }
        #expect(cached.metrics.breaker == .open)
        #expect(events.all == [.sourceDown(.broken("b"))] && cached.metrics.outages == 1)
    }

    @Test(
        "while the source is down, stale responses are served at once, with one probe at a time and a growing backoff")
    func backoff() async throws {
        let cached = try await down()
        let requested = source.requests.count
        for second in 0..<40 {
            #expect(try await cached.hero(7).value.name == "Hero v1")
            await cached.waitUntilIdle()
            clock.advance(by: 1)
            if second == 0 { #expect(source.requests.count == requested) }
        }
        // In the first second, and after the backoff.
        #expect(source.requests.count == requested + 2)
        source.fail(with: nil)
        clock.advance(by: 60)
        _ = try await cached.hero(7)
        await cached.waitUntilIdle()
        #expect(cached.metrics.breaker == .closed)
        #expect(events.all.last == .sourceRecovered)
    }

    @Test("one of the requests without a cached response is the probe, and all fail with it")
    func oneProbe() async throws {
        let cached = try await down()
        let requested = source.requests.count
        let gate = Gate()
        source.hold(at: gate)
        let tasks = (200..<250).map { id in Task { try await cached.hero(id) } }
        while source.requests.count == requested { await Task.yield() }
        #expect(cached.metrics.breaker == .halfOpen)
        gate.open()
        for task in tasks { await #expect(throws: HeroError.broken("down")) { try await task.value } }
        #expect(source.requests.count < requested + 50)
        #expect(cached.metrics.breaker == .open)
    }

    @Test("the first request after the source recovers succeeds, and so do all concurrent ones")
    func recovery() async throws {
        let cached = try await down()
        source.fail(with: nil)
        async let hero = cached.hero(8)
        async let comics = cached.works(.comics, of: .hero(8), PageRange())
        async let events = cached.works(.events, of: .hero(8), PageRange())
        #expect(try await hero.value.name == "Hero v1")
        #expect(try await comics.items.count == 1)
        #expect(try await events.items.count == 1)
        #expect(cached.metrics.breaker == .closed)
        #expect(self.events.all.last == .sourceRecovered)
    }

    @Test(
        "client errors (4xx) never open the breaker",
        arguments: [400, 401, 403, 409])
    func clientErrors(status: Int) async throws {
        let cached = cached()
        let error = HeroError.invalidResponse(status: status, "no")
        source.fail(with: error)
        for id in 1...10 {
            await #expect(throws: error) { try await cached.hero(id) }
            await #expect(throws: error) { try await cached.works(.comics, of: .hero(id), PageRange()) }
        }
        source.fail(with: nil)
        #expect(cached.metrics.breaker == .closed && events.all == [])
    }

    @Test("a request with a client error is not sent again for half a minute")
    func cachedClientError() async throws {
        let cached = cached()
        let error = HeroError.invalidResponse(status: 403, "no")
        source.fail(with: error)
        for _ in 1...3 { await #expect(throws: error) { try await cached.hero(7) } }
        #expect(source.requests == ["hero 7"])
        source.fail(with: nil)
        clock.advance(by: 30)
        #expect(try await cached.hero(7).value.name == "Hero v1")
    }

    @Test("invalid responses to requests of one kind do not open the breaker")
    func oneKind() async throws {
        let cached = cached()
        source.fail(with: .invalidResponse(status: 500, "500"))
        for number in 1...20 {
            await #expect(throws: HeroError.self) { try await cached.heroes(HeroQuery(nameStartsWith: "\(number)")) }
        }
        #expect(cached.metrics.breaker == .closed && events.all == [])
    }

    @Test("invalid responses to several kinds stop revalidations, but no request of a visitor")
    func everyKind() async throws {
        let cached = cached()
        for id in 1...3 { _ = try await cached.hero(id) }
        clock.advance(by: 25 * 60 * 60)
        let error = HeroError.invalidResponse(status: 500, "500")
        source.fail(with: error)
        for id in 100..<103 {
            await #expect(throws: error) { try await cached.hero(id) }
            await #expect(throws: error) { try await cached.works(.comics, of: .hero(id), PageRange()) }
        }
        #expect(cached.metrics.breaker == .open && events.all == [.sourceDown(error)])
        let requested = source.requests.count
        for id in 1...3 { #expect(try await cached.hero(id).value.name == "Hero v1") }
        await cached.waitUntilIdle()
        #expect(source.requests.count == requested)
        let gate = Gate()
        source.hold(at: gate)
        let hostile = Task { try await cached.heroes(HeroQuery(nameStartsWith: "%")) }
        while source.requests.count == requested { await Task.yield() }
        source.hold(at: nil)
        source.fail(with: nil)
        #expect(try await cached.hero(200).value.name == "Hero v1", "sent while the other one is in flight")
        #expect(cached.metrics.breaker == .closed && events.all.last == .sourceRecovered)
        gate.open()
        _ = try await hostile.value
    }

    @Test("any response closes the breaker of an unreachable source")
    func reached() async throws {
        let cached = try await down()
        source.fail(with: .invalidResponse(status: 403, "no"))
        await #expect(throws: HeroError.self) { try await cached.heroes(HeroQuery(nameStartsWith: "%")) }
        #expect(cached.metrics.breaker == .closed && events.all.last == .sourceRecovered)
    }
}
