import FoundationEssentials
import Heroes
import Support
import Testing

@testable import Caching

@Suite struct HeroIndexTests {
    let clock = ManualClock()

    private func index(byteLimit: Int = 1 << 20, lifetime: Double = 100) -> HeroIndex {
        HeroIndex(byteLimit: byteLimit, lifetime: lifetime, now: { [clock] in clock.now })
    }

    @Test("what was told of a hero counts for its lifetime, for their page and for the spelling of their name")
    func lifetime() {
        let index = self.index()
        index.insert([Hero(id: 1, name: "Spider-Man")], date: clock.now)
        clock.advance(by: 99)
        #expect(index[1]?.name == "Spider-Man")
        #expect(index.spelling(startingWith: Letters("spiderman")) == "Spider-Man")
        clock.advance(by: 1)
        #expect(index.spelling(startingWith: Letters("spiderman")) == nil)
        // The sitemap names those, too.
        #expect(index.all.map(\.id) == [1])
        #expect(index[1] == nil)
        #expect(index.space.entries == 0)
    }

    @Test("an older answer, such as one that was read from disk, does not take the place of a newer one")
    func order() {
        let index = self.index()
        index.insert([Hero(id: 1, name: "New")], date: clock.now)
        index.insert([Hero(id: 1, name: "Old")], date: clock.now - 50)
        #expect(index[1]?.name == "New")
        index.insert([Hero(id: 1, name: "Newer")], date: clock.now)
        #expect(index[1]?.name == "Newer")
    }

    @Test("they take no more bytes than they may, and the ones asked for longest ago go first")
    func bound() {
        let one = self.index()
        one.insert([Hero(id: 1, name: "A")], date: clock.now)
        let cost = one.space.bytes
        let index = self.index(byteLimit: 3 * cost)
        for id in 1...3 { index.insert([Hero(id: id, name: "A")], date: clock.now) }
        #expect(index[1] != nil)
        index.insert([Hero(id: 4, name: "A")], date: clock.now)
        #expect(index[2] == nil && index[1] != nil && index[4] != nil)
        #expect(index.space == CacheMetrics.Space(bytes: 3 * cost, entries: 3, evictions: 1))
    }

    @Test("a hero who is met counts as long as any answer may be given, and no longer")
    func policy() async throws {
        let source = ScriptedSource()
        let cached = CachedSource(source, now: { [clock] in clock.now })
        _ = try await cached.heroes(HeroQuery())
        clock.advance(by: 31 * 24 * 60 * 60 - 1)
        #expect(cached.known(1) != nil)
        clock.advance(by: 1)
        #expect(cached.known(1) == nil)
    }

    @Test(
        "all heroes of a source that costs nothing are met before anybody asks, and counted nowhere",
        arguments: [1, 100, 250])
    func all(_ count: Int) async throws {
        let source = ScriptedSource()
        source.tell(of: count)
        let cached = CachedSource(source, budget: DailyBudget(limit: 2, now: { [clock] in clock.now }))
        await cached.preloadHeroes()
        #expect((1...count).allSatisfy { cached.known($0) != nil } && cached.known(count + 1) == nil)
        #expect(source.asked == stride(from: 0, to: count, by: 100).map { "heroes  \($0)" })
        #expect(cached.revision ?? 0 > 0, "pages made before are made anew")
        #expect(cached.metrics.answers.isEmpty && cached.metrics.calls.isEmpty)
        _ = try await cached.hero(1)
    }
}
