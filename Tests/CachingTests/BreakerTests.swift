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

    /// A source that has one old answer and counts as down.
    private func down() async throws -> CachedSource {
        let cached = cached()
        _ = try await cached.hero(7)
        clock.advance(by: 25 * 60 * 60)
        source.fail(with: .broken("down"))
        for id in 100..<105 { await #expect(throws: HeroError.broken("down")) { try await cached.hero(id) } }
        #expect(cached.figures.breaker == .open)
        return cached
    }

    @Test("failures one after another make the source count as down, which is told once")
    func opening() async throws {
        let cached = cached()
        source.fail(with: .timedOut("t"))
        for id in 1...4 { await #expect(throws: HeroError.timedOut("t")) { try await cached.hero(id) } }
        source.fail(with: .notFound)
        await #expect(throws: HeroError.notFound) { try await cached.hero(5) }
        source.fail(with: .broken("b"))
        for id in 6...9 { await #expect(throws: HeroError.broken("b")) { try await cached.hero(id) } }
        #expect(cached.figures.breaker == .closed)
        for id in 10...12 { await #expect(throws: HeroError.broken("b")) { try await cached.hero(id) } }
        #expect(cached.figures.breaker == .open)
        #expect(events.all == [.sourceDown(.broken("b"))])
    }

    @Test("while the source is down, old answers are given at once and one at a time finds out, less and less often")
    func renewals() async throws {
        let cached = try await down()
        let asked = source.asked.count
        for second in 0..<40 {
            #expect(try await cached.hero(7).value.name == "Hero v1")
            await cached.settle()
            clock.advance(by: 1)
            if second == 0 { #expect(source.asked.count == asked) }
        }
        // At the first second, and when the pause after its failure is over.
        #expect(source.asked.count == asked + 2)
        source.fail(with: nil)
        clock.advance(by: 60)
        _ = try await cached.hero(7)
        await cached.settle()
        #expect(cached.figures.breaker == .closed)
        #expect(events.all.last == .sourceBack)
    }

    @Test("of those who wait with nothing remembered one finds out for all, and they fail with it")
    func oneProbe() async throws {
        let cached = try await down()
        let asked = source.asked.count
        let gate = Gate()
        source.hold(at: gate)
        let tasks = (200..<250).map { id in Task { try await cached.hero(id) } }
        while source.asked.count == asked { await Task.yield() }
        gate.open()
        for task in tasks { await #expect(throws: HeroError.broken("down")) { try await task.value } }
        #expect(source.asked.count < asked + 50)
        #expect(cached.figures.breaker == .open)
    }

    @Test("the first question after the source is back is answered as if nothing had been, and so are all beside it")
    func recovery() async throws {
        let cached = try await down()
        source.fail(with: nil)
        async let hero = cached.hero(8)
        async let comics = cached.comics(of: 8, Window())
        async let events = cached.events(of: 8, Window())
        async let stories = cached.stories(of: 8, Window())
        async let series = cached.series(of: 8, Window())
        #expect(try await hero.value.name == "Hero v1")
        #expect(try await comics.items.count == 1)
        #expect(try await events.items.count == 1)
        #expect(try await stories.items.count == 1)
        #expect(try await series.items.count == 1)
        #expect(cached.figures.breaker == .closed)
        #expect(self.events.all.last == .sourceBack)
    }
}
