import Heroes
import Support
import Testing

@testable import Caching

@Suite("Pages beyond the end of a list") struct ListEndTests {
    let source = ScriptedSource()
    let clock = ManualClock()
    let cached: CachedSource

    init() {
        cached = CachedSource(source, now: { [clock] in clock.now })
        source.setHeroCount(45)
    }

    @Test("no call is made beyond the total of any page of the list", arguments: [1, 2, 3])
    func known(page: Int) async throws {
        _ = try await cached.heroes(HeroQuery(range: .page(page)))
        for beyond in [4, 5, 1000, Int.max] {
            let list = try await cached.heroes(HeroQuery(range: .page(beyond)))
            #expect(list.items.isEmpty && list.total == 45 && list.pageCount == 3)
        }
        #expect(source.requests.count == 1)
        #expect(try await cached.heroes(HeroQuery(range: .page(page == 1 ? 2 : 1))).items.count == 20)
    }

    @Test("each search and each kind of a hero's works has its own end")
    func each() async throws {
        _ = try await cached.heroes(HeroQuery(nameStartsWith: "s", range: .page(1)))
        #expect(try await cached.heroes(HeroQuery(nameStartsWith: "s", range: .page(9))).items.isEmpty)
        _ = try await cached.works(.comics, of: .hero(7), PageRange(limit: 3))
        #expect(try await cached.works(.comics, of: .hero(7), .page(2)).items.isEmpty)
        #expect(source.requests.count == 2)
        _ = try await cached.heroes(HeroQuery(nameStartsWith: "t", range: .page(9)))
        _ = try await cached.works(.comics, of: .hero(8), .page(2))
        _ = try await cached.works(.events, of: .hero(7), .page(2))
        #expect(source.requests.count == 5)
    }

    @Test("no list has 100,000 pages", arguments: [100_001, 1_000_000, Int.max])
    func unknown(page: Int) async throws {
        #expect(try await cached.heroes(HeroQuery(range: .page(page))).items.isEmpty)
        #expect(try await cached.works(.stories, of: .hero(7), .page(page)).items.isEmpty)
        #expect(source.requests == [])
    }

    @Test("an empty page far beyond the end hides no page before it, whatever its total")
    func empty() async throws {
        source.setHeroCount(2)
        #expect(try await cached.heroes(HeroQuery(range: .page(9))).items.isEmpty)
        source.setHeroCount(45)
        #expect(try await cached.heroes(HeroQuery(range: .page(9))).items.isEmpty)
        #expect(try await cached.heroes(HeroQuery(range: .page(10))).items.isEmpty)
        #expect(source.requests.count == 1)
        #expect(try await cached.heroes(HeroQuery(range: .page(3))).items.count == 5)
        #expect(try await cached.heroes(HeroQuery(range: .page(4))).items.isEmpty)
        #expect(source.requests.count == 2)
    }

    @Test("an end expires with its response")
    func freshness() async throws {
        _ = try await cached.heroes(HeroQuery(range: .page(1)))
        source.setHeroCount(90)
        clock.advance(by: 24 * 60 * 60)
        #expect(try await cached.heroes(HeroQuery(range: .page(4))).items.count == 20)
    }
}
