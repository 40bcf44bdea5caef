import Heroes
import Support
import Testing

@testable import Caching

@Suite struct CachedSourceTests {
    let source = ScriptedSource()
    let clock = ManualClock()

    private func cached(_ change: (inout CachePolicy) -> Void = { _ in }) -> CachedSource {
        var policy = CachePolicy()
        change(&policy)
        return CachedSource(source, policy: policy, now: { [clock] in clock.now })
    }

    @Test("every kind of question is asked once and remembered")
    func everyKind() async throws {
        let cached = cached()
        for _ in 1...3 {
            #expect(try await cached.heroes(HeroQuery()).items.map(\.name) == ["List v1"])
            #expect(try await cached.hero(7).value.name == "Hero v1")
            for kind in WorkKind.allCases {
                #expect(try await cached.works(kind, of: 7, PageRange()).items.map(\.title) == ["\(kind) v1"])
            }
        }
        #expect(source.asked == ["heroes  0", "hero 7", "comics 7", "events 7", "stories 7", "series 7"])
    }

    @Test("questions that differ in anything are different questions, and no search is answered from another")
    func distinct() async throws {
        let cached = cached()
        source.tell(of: 40)
        for start in [nil, "s", "sp", "S"] { _ = try await cached.heroes(HeroQuery(nameStartsWith: start)) }
        _ = try await cached.heroes(HeroQuery(range: .page(2)))
        _ = try await cached.works(.comics, of: 7, PageRange(limit: 3))
        _ = try await cached.works(.comics, of: 7, PageRange(limit: 20))
        _ = try await cached.works(.comics, of: 8, PageRange(limit: 3))
        #expect(source.asked.count == 8)
    }

    @Test("after a day the old answer is given at once, and renewed behind the asker's back")
    func staleWhileRevalidate() async throws {
        let cached = cached()
        _ = try await cached.hero(7)
        source.tell(version: 2)
        clock.advance(by: 24 * 60 * 60 - 1)
        #expect(try await cached.hero(7).age == 24 * 60 * 60 - 1)
        #expect(source.asked.count == 1)
        clock.advance(by: 1)
        let gate = Gate()
        source.hold(at: gate)
        for _ in 1...3 {
            let stale = try await cached.hero(7)
            #expect(stale.value.name == "Hero v1")
            #expect(stale.age == 24 * 60 * 60)
        }
        gate.open()
        await cached.settle()
        #expect(source.asked.count == 2)
        let renewed = try await cached.hero(7)
        #expect(renewed.value.name == "Hero v2")
        #expect(renewed.age == 0)
    }

    @Test("a renewal names the version it has, and one that still holds costs no body and is fresh again")
    func confirmation() async throws {
        let cached = cached()
        for day in 0...3 {
            #expect(try await cached.works(.comics, of: 7, PageRange()).items.map(\.title) == ["comics v1"])
            await cached.settle()
            #expect(try await cached.works(.comics, of: 7, PageRange()).age == 0)
            #expect(source.asked.count == day + 1)
            #expect(source.confirmations == day)
            clock.advance(by: 24 * 60 * 60)
        }
        #expect(cached.metrics.revalidations[.confirmed] == 3)
    }

    @Test("whoever names the version that is kept gets no answer but that it holds")
    func conditional() async throws {
        let cached = cached()
        let told = try await cached.hero(7)
        #expect(told.version == Version(mark: "v1"))
        #expect(try await cached.hero(7, unless: told.version) == nil)
        #expect(try await cached.hero(7, unless: Version(mark: "v0"))?.value.name == "Hero v1")
    }

    @Test("each kind of question may have a freshness of its own")
    func kinds() async throws {
        let cached = cached { $0.freshnessLifetimeByKind = [.search: 60, .works: 3600] }
        let ask = { @Sendable in
            _ = try await cached.heroes(HeroQuery())
            _ = try await cached.heroes(HeroQuery(nameStartsWith: "s"))
            _ = try await cached.hero(7)
            _ = try await cached.works(.comics, of: 7, PageRange())
            await cached.settle()
        }
        try await ask()
        clock.advance(by: 60)
        try await ask()
        #expect(source.asked.dropFirst(4) == ["heroes s 0"])
        clock.advance(by: 3540)
        try await ask()
        #expect(source.asked.dropFirst(5).sorted() == ["comics 7", "heroes s 0"])
    }

    @Test("an old answer is given while the source fails, which is asked again only after a pause")
    func staleIfError() async throws {
        let cached = cached()
        _ = try await cached.hero(7)
        clock.advance(by: 25 * 60 * 60)
        source.tell(version: 2)
        for error in [HeroError.timedOut("t"), .broken("b"), .overBudget(retryAfter: nil)] {
            source.fail(with: error)
            for _ in 1...2 {
                #expect(try await cached.hero(7).value.name == "Hero v1")
                await cached.settle()
            }
            clock.advance(by: 30)
        }
        #expect(source.asked.count == 4)
        #expect(cached.metrics.revalidations[.failed] == 3)
        source.fail(with: nil)
        _ = try await cached.hero(7)
        await cached.settle()
        #expect(try await cached.hero(7).value.name == "Hero v2")
    }

    @Test("after a clock was put right, what was told in the time that is not yet come is renewed")
    func clockSetBack() async throws {
        let cached = cached()
        clock.advance(by: 365 * 86_400)
        _ = try await cached.hero(7)
        clock.advance(by: -365 * 86_400)
        source.tell(version: 2)
        #expect(try await cached.hero(7).value.name == "Hero v1")
        await cached.settle()
        #expect(try await cached.hero(7).value.name == "Hero v2")
    }

    @Test("a source that asked to be left alone is not left alone for longer because a clock was put right")
    func restOverClockSetBack() async throws {
        let cached = cached()
        clock.advance(by: 365 * 86_400)
        source.fail(with: .overBudget(retryAfter: 60))
        await #expect(throws: HeroError.self) { _ = try await cached.hero(7) }
        source.fail(with: nil)
        clock.advance(by: -365 * 86_400)
        #expect(try await cached.hero(7).value.name == "Hero v1")
    }

    @Test("a source that says when to come back is left alone until then", arguments: [true, false])
    func retryAfter(isClosed: Bool) async throws {
        let cached = cached()
        _ = try await cached.hero(7)
        clock.advance(by: 25 * 60 * 60)
        let error = isClosed ? HeroError.closed("c", retryAfter: 600) : .overBudget(retryAfter: 600)
        source.fail(with: error)
        _ = try await cached.hero(7)
        await cached.settle()
        clock.advance(by: 599)
        source.fail(with: nil)
        _ = try await cached.hero(7)
        await cached.settle()
        let left = isClosed ? HeroError.closed("c", retryAfter: 1) : .overBudget(retryAfter: 1)
        await #expect(throws: left) { try await cached.hero(8) }
        #expect(source.asked.count == 2)
        clock.advance(by: 1)
        _ = try await cached.hero(7)
        _ = try await cached.hero(8)
        await cached.settle()
        #expect(source.asked.count == 4)
    }

    @Test("an answer older than the policy allows is no help")
    func tooStale() async throws {
        let cached = cached { $0.maxStale = 60 }
        _ = try await cached.hero(7)
        clock.advance(by: 24 * 60 * 60 + 60)
        source.fail(with: .broken("b"))
        await #expect(throws: HeroError.broken("b")) { try await cached.hero(7) }
    }

    @Test("that there is no such hero is remembered for ten minutes, and drops what was known")
    func absence() async throws {
        let cached = cached()
        _ = try await cached.heroes(HeroQuery())
        #expect(cached.known(1)?.name == "List v1")
        source.fail(with: .notFound)
        for _ in 1...2 { await #expect(throws: HeroError.notFound) { try await cached.hero(1) } }
        #expect(source.asked == ["heroes  0", "hero 1"])
        #expect(cached.known(1) == nil)
        source.fail(with: .broken("b"))
        clock.advance(by: 599)
        await #expect(throws: HeroError.notFound) { try await cached.hero(1) }
        clock.advance(by: 1)
        await #expect(throws: HeroError.broken("b")) { try await cached.hero(1) }
    }

    @Test("lists and single answers teach who is known, the latest word counts, and the source below is asked last")
    func known() async throws {
        let cached = cached()
        #expect(cached.known(1) == nil)
        #expect(cached.known(99)?.name == "Known below")
        _ = try await cached.heroes(HeroQuery(nameStartsWith: "l"))
        #expect(cached.known(1)?.name == "List v1")
        _ = try await cached.hero(1)
        #expect(cached.known(1)?.name == "Hero v1")
    }

    @Test("for a prefetch only what is remembered is given, and nothing is asked")
    func prefetch() async throws {
        let cached = cached()
        let ahead = cached.for(.prefetch)
        await #expect(throws: HeroError.notCached) { try await ahead.hero(7) }
        _ = try await cached.hero(7)
        clock.advance(by: 25 * 60 * 60)
        #expect(try await ahead.hero(7).value.name == "Hero v1")
        await cached.settle()
        #expect(source.asked.count == 1)
        #expect(ahead.known(7)?.name == "Hero v1")
    }

    @Test("how long the source takes is known from its answers, not from other failures or from what is remembered")
    func pace() async throws {
        let cached = cached()
        source.fail(with: .broken("b"))
        await #expect(throws: HeroError.self) { try await cached.hero(7) }
        #expect(cached.typicalLatency == nil)
        source.fail(with: nil)
        _ = try await cached.hero(7)
        let typicalLatency = try #require(cached.typicalLatency)
        #expect(typicalLatency > .zero)
        for _ in 1...10 { _ = try await cached.hero(7) }
        #expect(cached.typicalLatency == typicalLatency)
    }

    @Test(
        "a source that keeps somebody waiting is known to be slow before it has answered, and so is one that never did")
    func slowPace() async throws {
        let cached = cached()
        let gate = Gate()
        source.hold(at: gate)
        source.fail(with: .timedOut("t"))
        let task = Task { try await cached.hero(7) }
        await source.firstQuestion.wait()
        while cached.typicalLatency == nil { await Task.yield() }
        #expect(try #require(cached.typicalLatency) >= .milliseconds(100))
        gate.open()
        await #expect(throws: HeroError.timedOut("t")) { try await task.value }
        #expect(try #require(cached.typicalLatency) >= .milliseconds(100))
    }

    @Test("memory stays within its bytes: the least recently used answer is asked for again")
    func bound() async throws {
        let one = self.cached()
        _ = try await one.hero(1)
        let cached = cached {
            // A part of the limit is for the ends of lists.
            $0.byteLimit = 3 * one.metrics.memory.bytes * 65 / 64
            $0.knownByteLimit = 2 * one.metrics.known.bytes
        }
        let asked = source.asked.count
        for id in 1...3 { _ = try await cached.hero(id) }
        _ = try await cached.hero(1)
        _ = try await cached.hero(4)
        _ = try await cached.hero(1)
        #expect(source.asked.count == asked + 4)
        _ = try await cached.hero(2)
        #expect(source.asked.count == asked + 5)
        #expect([1, 2, 3, 4].filter { cached.known($0) != nil } == [2, 4])
    }
}
