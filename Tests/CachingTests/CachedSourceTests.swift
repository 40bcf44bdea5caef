import Heroes
import Support
import Testing

@testable import Caching

@Suite struct CachedSourceTests {
    let source = ScriptedSource()
    let clock = ManualClock()

    private func cached(_ change: (inout CachedSourceLimits) -> Void = { _ in }) -> CachedSource {
        var limits = CachedSourceLimits()
        change(&limits)
        return CachedSource(source, limits: limits, now: { [clock] in clock.now })
    }

    @Test("every request is sent once, and those that differ in anything have different keys")
    func distinct() async throws {
        let cached = cached()
        for _ in 1...2 { for id in 7...8 { #expect(try await cached.hero(id).value.id == id) } }
        for kind in TopicKind.ofHeroes + TopicKind.ofHeroes {
            #expect(try await cached.topics(kind, of: .hero(7), PageRange()).items.map(\.title) == ["\(kind) v1"])
        }
        #expect(source.requests == ["hero 7", "hero 8", "comics 7", "events 7", "stories 7", "series 7"])
        source.setHeroCount(40)
        for start in [nil, "s", "sp", "S"] { _ = try await cached.heroes(HeroQuery(nameStartsWith: start)) }
        for filter in [HeroFilter(side: .hero), HeroFilter(side: .villain), HeroFilter(team: 5), HeroFilter(decade: 5)]
        {
            _ = try await cached.heroes(HeroQuery(filter: filter))
        }
        for order in [HeroOrder.name, .known, .first] { _ = try await cached.heroes(HeroQuery(order: order)) }
        _ = try await cached.heroes(HeroQuery(range: .page(2)))
        _ = try await cached.topics(.comics, of: .hero(7), PageRange(limit: 3))
        _ = try await cached.topics(.comics, of: .hero(8), PageRange(limit: 3))
        #expect(source.requests.count == 6 + 13)
        #expect(cached.orders(.comics, of: .source) == [.newest, .oldest])
        #expect(cached.orders(.series, of: .source) == [])
        for order in [TopicOrder.newest, .oldest, .newest] {
            _ = try await cached.topics(.comics, of: .hero(7), by: order, PageRange())
        }
        for (start, end) in [(7, 8), (8, 7), (7, 8)] {
            #expect(try await cached.path(from: start, to: end).value.map(\.hero.id) == [end])
        }
        let requests = ["comics 7 by newest", "comics 7 by oldest", "path 7 8", "path 8 7"]
        #expect(source.requests.suffix(4) == requests)
    }

    @Test("after a day the stale response is served at once, and revalidated in the background")
    func staleWhileRevalidate() async throws {
        let cached = cached()
        _ = try await cached.hero(7)
        source.setVersion(2)
        clock.advance(by: 24 * 60 * 60 - 1)
        #expect(try await cached.hero(7).age == 24 * 60 * 60 - 1)
        #expect(source.requests.count == 1)
        clock.advance(by: 1)
        let gate = Gate()
        source.hold(at: gate)
        for _ in 1...3 {
            let stale = try await cached.hero(7)
            #expect(stale.value.name == "Hero v1")
            #expect(stale.age == 24 * 60 * 60)
        }
        gate.open()
        await cached.waitUntilIdle()
        #expect(source.requests.count == 2)
        let renewed = try await cached.hero(7)
        #expect(renewed.value.name == "Hero v2")
        #expect(renewed.age == 0)
    }

    @Test("a stale response is served while the source fails, which is called again after a pause")
    func staleIfError() async throws {
        let cached = cached()
        _ = try await cached.hero(7)
        clock.advance(by: 25 * 60 * 60)
        source.setVersion(2)
        for error in [HeroError.timedOut("t"), .broken("b"), .overBudget(retryAfter: nil)] {
            source.fail(with: error)
            for _ in 1...2 {
                #expect(try await cached.hero(7).value.name == "Hero v1")
                await cached.waitUntilIdle()
            }
            clock.advance(by: 30)
        }
        #expect(source.requests.count == 4)
        source.fail(with: nil)
        _ = try await cached.hero(7)
        await cached.waitUntilIdle()
        #expect(try await cached.hero(7).value.name == "Hero v2")
        clock.advance(by: 31 * 24 * 60 * 60)
        source.fail(with: .broken("too stale"))
        await #expect(throws: HeroError.broken("too stale")) { try await cached.hero(7) }
    }

    @Test("after the clock was set back, pauses are over and responses from the future are revalidated")
    func clockSetBack() async throws {
        let cached = cached()
        clock.advance(by: 365 * 86_400)
        _ = try await cached.hero(7)
        source.fail(with: .overBudget(retryAfter: 60))
        await #expect(throws: HeroError.self) { try await cached.hero(8) }
        clock.advance(by: -365 * 86_400)
        source.fail(with: nil)
        source.setVersion(2)
        #expect(try await cached.hero(7).value.name == "Hero v1")
        await cached.waitUntilIdle()
        #expect(try await cached.hero(7).value.name == "Hero v2")
    }

    @Test("a 404 is cached for ten minutes, and removes the hero from the index")
    func negative() async throws {
        let cached = cached()
        _ = try await cached.heroes(HeroQuery())
        #expect(cached.cachedHero(1)?.name == "List v1")
        source.fail(with: .notFound)
        for _ in 1...2 { await #expect(throws: HeroError.notFound) { try await cached.hero(1) } }
        #expect(source.requests == ["heroes  0", "hero 1"])
        #expect(cached.cachedHero(1) == nil)
        source.fail(with: .broken("b"))
        clock.advance(by: 599)
        await #expect(throws: HeroError.notFound) { try await cached.hero(1) }
        clock.advance(by: 1)
        await #expect(throws: HeroError.broken("b")) { try await cached.hero(1) }
    }

    @Test("a work, the heroes of a work and the results of searches are cached, and known by their ids")
    func worksAndResults() async throws {
        let cached = cached()
        let event = TopicID(.events, 4)
        for _ in 1...2 {
            #expect(try await cached.topic(event).value.title == "Work v1")
            #expect(try await cached.heroes(HeroQuery(in: event)).items.count == 1)
            let results = try await cached.search("x", PageRange())
            #expect(results.heroes.items.map(\.reason) == [.alias("Alias")])
            #expect(results.groups.map(\.total) == [7])
            for kind in [TopicKind.comics, .series] {
                #expect(try await cached.topics(kind, of: .search("x"), PageRange()).items.map(\.kind) == [kind])
            }
        }
        #expect(
            source.requests == [
                "work 4", "heroes  0", "search x", "comics of search(\"x\")", "series of search(\"x\")",
            ])
        clock.advance(by: 60)
        #expect(try await cached.search("x", PageRange()).heroes.age == 60)
        #expect(cached.cachedTopic(event)?.title == "Work v1")
        #expect(cached.cachedHero(5)?.name == "Match v1")
    }

    @Test("memory stays within its limit by evicting the least recently used response and hero")
    func bound() async throws {
        let one = self.cached()
        _ = try await one.hero(1)
        let cached = cached {
            // Single heroes have an eighth of the limit.
            $0.byteLimit = 8 * 3 * one.metrics.responses.bytes
            $0.indexByteLimit = one.metrics.responses.bytes * 2
        }
        let requested = source.requests.count
        for id in [1, 2, 3, 1, 4, 1] { _ = try await cached.hero(id) }
        #expect(source.requests.count == requested + 4)
        _ = try await cached.hero(2)
        #expect(source.requests.count == requested + 5)
        #expect(cached.metrics.responses.entries == 3)
        #expect(cached.metrics.responses.evictions == 2)
        #expect([1, 2, 3, 4].filter { cached.cachedHero($0) != nil } == [2, 4])
    }

    @Test("the details of a hero count as memory, and are not in the index")
    func details() async throws {
        let cached = cached()
        _ = try await cached.hero(1)
        let small = cached.metrics.responses.bytes
        source.setFriends([Hero(id: 2, name: "Friend", description: String(repeating: "x", count: 500))])
        #expect(try await cached.hero(3).value.relations.map(\.hero.id) == [2])
        #expect(cached.metrics.responses.bytes > 2 * small + 500)
        #expect(cached.cachedHero(3)?.relations == [])
    }

    @Test("heroes are known from lists and single responses, and the latest counts")
    func index() async throws {
        let cached = cached()
        #expect(cached.cachedHero(1) == nil)
        _ = try await cached.hero(1)
        _ = try await cached.heroes(HeroQuery())
        #expect(cached.cachedHero(1)?.name == "List v1")
        #expect(cached.cachedHeroes.map(\.id) == [1])
    }

    @Test("all heroes and works of a free source are preloaded without metrics", arguments: [1, 100, 250])
    func preloaded(count: Int) async throws {
        let cached = CachedSource(source)
        source.setHeroCount(count)
        await cached.preload()
        #expect((1...count).allSatisfy { cached.cachedHero($0) != nil })
        #expect(cached.cachedHero(count + 1) == nil)
        #expect(Set(cached.cachedTopics.map(\.id.kind)) == [.events, .series, .comics])
        #expect(source.requests.dropLast(3) == stride(from: 0, to: count, by: 100).map { "heroes  \($0)" })
        #expect(cached.revision ?? 0 > 0, "pages rendered before are out of date")
        #expect(cached.metrics == CacheMetrics())
    }

    @Test("the revision changes with new and changed responses and a 404, not with others")
    func revision() async throws {
        let cached = cached()
        let (day, hero) = (24 * 60 * 60.0, { @Sendable in _ = try? await cached.hero(7) })
        var revisions = [cached.revision]
        let steps: [(seconds: Double, change: () async -> Void)] = [
            (0, hero), (0, hero), (0, { _ = try? await cached.topics(.comics, of: .hero(7), PageRange()) }),
            (day, hero),
            (
                day,
                { [source] in
                    source.setVersion(2); await hero()
                }
            ),
            (
                day,
                { [source] in
                    source.fail(with: .notFound); await hero()
                }
            ),
        ]
        for (seconds, change) in steps {
            clock.advance(by: seconds)
            await change()
            await cached.waitUntilIdle()
            revisions.append(cached.revision)
        }
        #expect(zip(revisions, revisions.dropFirst()).map { $0 != $1 } == [true, false, true, false, true, true])
    }

    @Test("every request is counted once, by its result, and a prefetch makes no call")
    func results() async throws {
        let cached = cached()
        let ahead = cached.for(.prefetch)
        await #expect(throws: HeroError.notCached) { try await ahead.hero(7) }
        _ = try await cached.hero(7)
        _ = try await ahead.hero(7)
        #expect(ahead.cachedHero(7)?.name == "Hero v1")
        source.fail(with: .notFound)
        for _ in 1...3 { await #expect(throws: HeroError.notFound) { try await cached.hero(9) } }
        clock.advance(by: 25 * 60 * 60)
        source.fail(with: .broken("b"))
        _ = try await ahead.hero(7)
        await cached.waitUntilIdle()
        #expect(source.requests == ["hero 7", "hero 9"])
        for _ in 1...2 {
            _ = try await cached.hero(7)
            await cached.waitUntilIdle()
        }
        #expect(
            cached.metrics.responses.results
                == [.notCached: 1, .miss: 2, .fresh: 1, .negative: 2, .stale: 2, .staleIfError: 1])
    }
}
