import FoundationEssentials
import Heroes
import Support
import Testing

@testable import Caching

@Suite struct EntityIndexTests {
    let clock = ManualClock()

    private func index(byteLimit: Int = 1 << 20, lifetime: Double = 100) -> EntityIndex<Hero> {
        EntityIndex<Hero>(byteLimit: byteLimit, lifetime: lifetime, now: { [clock] in clock.now })
    }

    @Test("a hero expires after the lifetime, but stays in the list of all")
    func lifetime() {
        let index = self.index()
        index.insert([Hero(id: 1, name: "Spider-Man")])
        clock.advance(by: 99)
        #expect(index[1]?.name == "Spider-Man")
        clock.advance(by: 1)
        // The sitemap includes expired heroes.
        #expect(index.all.map(\.id) == [1])
        #expect(index[1] == nil)
        #expect(index.usage.entries == 0)
    }

    @Test("the index stays within its limit by evicting the least recently used heroes")
    func bound() {
        let one = self.index()
        one.insert([Hero(id: 1, name: "A")])
        let cost = one.usage.bytes
        let index = self.index(byteLimit: 3 * cost)
        for id in 1...3 { index.insert([Hero(id: id, name: "A")]) }
        #expect(index[1] != nil)
        index.insert([Hero(id: 4, name: "A")])
        #expect(index[2] == nil && index[1] != nil && index[4] != nil)
        #expect(index.usage == CacheUsage(bytes: 3 * cost, entries: 3, evictions: 1))
    }

    @Test("heroes expire with the maximum age of responses")
    func policy() async throws {
        let source = ScriptedSource()
        let cached = CachedSource(source, now: { [clock] in clock.now })
        _ = try await cached.heroes(HeroQuery())
        clock.advance(by: 31 * 24 * 60 * 60 - 1)
        #expect(cached.cachedHero(1) != nil)
        clock.advance(by: 1)
        #expect(cached.cachedHero(1) == nil)
    }

    @Test(
        "all heroes of a free source are preloaded without counting as requests",
        arguments: [1, 100, 250])
    func all(_ count: Int) async throws {
        let source = ScriptedSource()
        source.setHeroCount(count)
        let cached = CachedSource(source)
        await cached.preload()
        #expect((1...count).allSatisfy { cached.cachedHero($0) != nil } && cached.cachedHero(count + 1) == nil)
        #expect(source.requests.dropLast(3) == stride(from: 0, to: count, by: 100).map { "heroes  \($0)" })
        #expect(cached.revision ?? 0 > 0, "pages rendered before are out of date")
        #expect(cached.metrics.responses.results.isEmpty && cached.metrics.calls.calls.isEmpty)
        _ = try await cached.hero(1)
    }
}
