import Heroes
import Support
import Testing

@testable import Caching

@Suite("Parts of lists beyond their ends") struct ListEndTests {
    let source = ScriptedSource()
    let clock = ManualClock()
    let cached: CachedSource

    init() {
        cached = CachedSource(source, now: { [clock] in clock.now })
        source.tell(of: 45)
    }

    @Test("beyond the total that any part of the list has told, nothing is asked", arguments: [1, 2, 3])
    func known(page: Int) async throws {
        _ = try await cached.heroes(HeroQuery(range: .page(page)))
        for beyond in [4, 5, 1000, Int.max] {
            let list = try await cached.heroes(HeroQuery(range: .page(beyond)))
            #expect(list.items.isEmpty && list.total == 45 && list.pageCount == 3)
        }
        #expect(source.asked.count == 1)
        #expect(try await cached.heroes(HeroQuery(range: .page(page == 1 ? 2 : 1))).items.count == 20)
    }

    @Test("a search has an end of its own, and so has each kind of a hero's works")
    func each() async throws {
        _ = try await cached.heroes(HeroQuery(nameStartsWith: "s", range: .page(1)))
        #expect(try await cached.heroes(HeroQuery(nameStartsWith: "s", range: .page(9))).items.isEmpty)
        _ = try await cached.works(.comics, of: 7, PageRange(limit: 3))
        #expect(try await cached.works(.comics, of: 7, .page(2)).items.isEmpty)
        #expect(source.asked.count == 2)
        _ = try await cached.heroes(HeroQuery(nameStartsWith: "t", range: .page(9)))
        _ = try await cached.works(.comics, of: 8, .page(2))
        _ = try await cached.works(.events, of: 7, .page(2))
        #expect(source.asked.count == 5)
    }

    @Test("no list has 100,000 pages", arguments: [100_001, 1_000_000, Int.max])
    func unknown(page: Int) async throws {
        #expect(try await cached.heroes(HeroQuery(range: .page(page))).items.isEmpty)
        #expect(try await cached.works(.stories, of: 7, .page(page)).items.isEmpty)
        #expect(source.asked == [])
    }

    @Test("an empty part far beyond the end, whatever total it tells, hides no part before it")
    func empty() async throws {
        source.tell(of: 2)
        #expect(try await cached.heroes(HeroQuery(range: .page(9))).items.isEmpty)
        source.tell(of: 45)
        #expect(try await cached.heroes(HeroQuery(range: .page(9))).items.isEmpty)
        #expect(try await cached.heroes(HeroQuery(range: .page(10))).items.isEmpty)
        #expect(source.asked.count == 1)
        #expect(try await cached.heroes(HeroQuery(range: .page(3))).items.count == 5)
        #expect(try await cached.heroes(HeroQuery(range: .page(4))).items.isEmpty)
        #expect(source.asked.count == 2)
    }

    @Test("an end is asked for again when its answer is no longer fresh")
    func freshness() async throws {
        _ = try await cached.heroes(HeroQuery(range: .page(1)))
        source.tell(of: 90)
        clock.advance(by: 24 * 60 * 60)
        #expect(try await cached.heroes(HeroQuery(range: .page(4))).items.count == 20)
    }
}
