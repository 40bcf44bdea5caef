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
        #expect(cached.metrics.breaker == .open)
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
        #expect(cached.metrics.breaker == .closed)
        for id in 10...12 { await #expect(throws: HeroError.broken("b")) { try await cached.hero(id) } }
        #expect(cached.metrics.breaker == .open)
        #expect(events.all == [.sourceDown(.broken("b"))] && cached.metrics.outages == 1)
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
        #expect(cached.metrics.breaker == .closed)
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
        #expect(cached.metrics.breaker == .probing)
        gate.open()
        for task in tasks { await #expect(throws: HeroError.broken("down")) { try await task.value } }
        #expect(source.asked.count < asked + 50)
        #expect(cached.metrics.breaker == .open)
    }

    @Test("the first question after the source is back is answered as if nothing had been, and so are all beside it")
    func recovery() async throws {
        let cached = try await down()
        source.fail(with: nil)
        async let hero = cached.hero(8)
        async let comics = cached.works(.comics, of: 8, PageRange())
        async let events = cached.works(.events, of: 8, PageRange())
        #expect(try await hero.value.name == "Hero v1")
        #expect(try await comics.items.count == 1)
        #expect(try await events.items.count == 1)
        #expect(cached.metrics.breaker == .closed)
        #expect(self.events.all.last == .sourceBack)
    }

    @Test(
        "answers that refuse their questions (4xx) never make the source count as down",
        arguments: [400, 401, 403, 409])
    func refusals(status: Int) async throws {
        let cached = cached()
        let error = HeroError.unusable(status: status, "no")
        source.fail(with: error)
        for id in 1...10 {
            await #expect(throws: error) { try await cached.hero(id) }
            await #expect(throws: error) { try await cached.works(.comics, of: id, PageRange()) }
        }
        source.fail(with: nil)
        #expect(cached.metrics.breaker == .closed && events.all == [])
    }

    @Test("a question that was refused is not put again for half a minute")
    func refusedAgain() async throws {
        let cached = cached()
        let error = HeroError.unusable(status: 403, "no")
        source.fail(with: error)
        for _ in 1...3 { await #expect(throws: error) { try await cached.hero(7) } }
        #expect(source.asked == ["hero 7"])
        source.fail(with: nil)
        clock.advance(by: 30)
        #expect(try await cached.hero(7).value.name == "Hero v1")
    }

    @Test("useless answers to questions of one kind, however many, do not make the source count as down")
    func oneKind() async throws {
        let cached = cached()
        source.fail(with: .unusable(status: 500, "500"))
        for number in 1...20 {
            await #expect(throws: HeroError.self) { try await cached.heroes(HeroQuery(nameStartsWith: "\(number)")) }
        }
        #expect(cached.metrics.breaker == .closed && events.all == [])
    }

    @Test("useless answers to all kinds hold renewals off, but no visitor's question is left unasked because of them")
    func everyKind() async throws {
        let cached = cached()
        for id in 1...3 { _ = try await cached.hero(id) }
        clock.advance(by: 25 * 60 * 60)
        let error = HeroError.unusable(status: 500, "500")
        source.fail(with: error)
        for id in 100..<103 {
            await #expect(throws: error) { try await cached.hero(id) }
            await #expect(throws: error) { try await cached.works(.comics, of: id, PageRange()) }
        }
        #expect(cached.metrics.breaker == .open && events.all == [.sourceDown(error)])
        let asked = source.asked.count
        for id in 1...3 { #expect(try await cached.hero(id).value.name == "Hero v1") }
        await cached.settle()
        #expect(source.asked.count == asked)
        let gate = Gate()
        source.hold(at: gate)
        let hostile = Task { try await cached.heroes(HeroQuery(nameStartsWith: "%")) }
        while source.asked.count == asked { await Task.yield() }
        source.hold(at: nil)
        source.fail(with: nil)
        #expect(try await cached.hero(200).value.name == "Hero v1", "asked while the other one is under way")
        #expect(cached.metrics.breaker == .closed && events.all.last == .sourceBack)
        gate.open()
        _ = try await hostile.value
    }

    @Test("an answer of any kind shows that a source which was out of reach is back")
    func reached() async throws {
        let cached = try await down()
        source.fail(with: .unusable(status: 403, "no"))
        await #expect(throws: HeroError.self) { try await cached.heroes(HeroQuery(nameStartsWith: "%")) }
        #expect(cached.metrics.breaker == .closed && events.all.last == .sourceBack)
    }
}
