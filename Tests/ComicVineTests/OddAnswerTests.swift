import FoundationEssentials
import Heroes
import Support
import Testing

@testable import ComicVine

/// One odd answer does not change what is known: an answer may add and refresh; it removes only what it names.
@Suite struct OddAnswerTests {
    private let spider = 1443

    /// The texts that visitors get: the heroes, one hero and a search.
    private struct Shown: Equatable {
        var heroes: [Hero] = []
        var hero: Hero?
        var topics: [TopicKind: ListPage<Topic>] = [:]
        var teams: ListPage<Topic>?
        var results: SearchResults?

        init(_ source: ComicVineSource) async throws {
            heroes = try await source.allHeroes()
            hero = try await source.hero(1443).value
            for kind in TopicKind.ofHeroes {
                topics[kind] = try await source.topics(kind, of: .hero(1443), PageRange())
            }
            teams = try await source.topics(.teams, of: .source, PageRange())
            results = try await source.search("spider", PageRange())
            await source.waitUntilIdle()
        }
    }

    /// An odd answer to every call of a path.
    struct OddPath: Sendable, CustomTestStringConvertible {
        let path: String
        let oddity: ComicVineServer.Oddity
        /// The maximum of calls in a minute of visits.
        let calls: Int
        /// True if the operator learns of it.
        let isReported: Bool

        init(_ path: String, _ oddity: ComicVineServer.Oddity, calls: Int, isReported: Bool = false) {
            (self.path, self.oddity, self.calls, self.isReported) = (path, oddity, calls, isReported)
        }

        var testDescription: String { "/\(path): \(oddity)" }
    }

    @Test(
        "an odd answer changes nothing that is shown, costs few calls, and is over when the source is well",
        arguments: [
            OddPath("publisher", .first(1), calls: 12, isReported: true),
            OddPath("publisher", .first(0), calls: 12, isReported: true),
            OddPath("publisher", .null("characters"), calls: 12, isReported: true),
            OddPath("publisher", .null("teams"), calls: 12),
            OddPath("publisher", .invalidUTF8, calls: 12, isReported: true),
            OddPath("publisher", .repeated, calls: 12),
            OddPath("characters", .totalOnly, calls: 12, isReported: true), OddPath("characters", .empty, calls: 12),
            OddPath("character", .null("publisher"), calls: 12),
            OddPath("character", .null("issue_credits"), calls: 12), OddPath("character", .null("teams"), calls: 12),
            OddPath("character", .null("character_friends"), calls: 12),
            OddPath("character", .named(""), calls: 12), OddPath("character", .named("\u{200B}\u{AD}"), calls: 12),
            OddPath("character", .null("name"), calls: 12), OddPath("character", .idsOnly, calls: 12),
            OddPath("character", .first(1), calls: 12), OddPath("character", .repeated, calls: 12),
            OddPath("character", .invalidUTF8, calls: 12),
            OddPath("issues", .totalOnly, calls: 12), OddPath("issues", .empty, calls: 12),
            OddPath("issues", .first(3), calls: 12), OddPath("issues", .repeated, calls: 12),
            OddPath("issues", .without([100_260, 100_259]), calls: 12), OddPath("issues", .invalidUTF8, calls: 12),
            OddPath("", .totalOnly, calls: 20, isReported: true), OddPath("", .empty, calls: 20),
            OddPath("", .idsOnly, calls: 20, isReported: true), OddPath("", .invalidUTF8, calls: 20, isReported: true),
        ])
    func refresh(odd: OddPath) async throws {
        let fixture = try SourceFixture(members: 150)
        let source = try await fixture.filledSource()
        try await source.updater.updateArcs()
        let before = try await Shown(source)
        // Everything but volumes and story arcs is old.
        fixture.time.advance(by: 8 * 86_400)
        fixture.server.makeOdd(odd.path, odd.oddity)
        let (calls, end) = (fixture.server.calls.count, fixture.time.now + 60)
        // Fails if the odd answer is refused.
        try? await source.updater.updateHeroes()
        while fixture.time.now < end {
            #expect(try await Shown(source) == before)
            fixture.time.advance(by: 6)
        }
        #expect(fixture.server.calls.count - calls <= odd.calls, "\(fixture.calls(since: calls))")
        #expect((source.advice != nil) == odd.isReported, "\(source.advice ?? "")")
        fixture.server.makeOdd(odd.path, nil)
        fixture.time.advance(by: 3700)
        try await source.updater.updateHeroes()
        #expect(try await Shown(source) == before)
        #expect(source.advice == nil)
        #expect(try await source.topics(.series, of: .hero(1444), PageRange()).total > 0)
    }

    @Test(
        "the first answer of a hero is refused if it cannot be right, and stored as soon as it is",
        arguments: [
            ("character", .invalidUTF8), ("issues", .totalOnly), ("issues", .empty), ("issues", .first(3)),
            ("issues", .invalidUTF8),
            ("volumes", .totalOnly), ("volumes", .empty),
        ] as [(String, ComicVineServer.Oddity)])
    func firstVisit(path: String, oddity: ComicVineServer.Oddity) async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        fixture.server.makeOdd(path, oddity)
        let calls = fixture.server.calls.count
        for _ in 0..<60 {
            let error = await #expect(throws: HeroError.self) {
                try await source.topics(.series, of: .hero(spider), PageRange())
            }
            #expect(error != .notFound)
            fixture.time.advance(by: 1)
        }
        #expect(fixture.server.calls.count - calls <= 3, "\(fixture.calls(since: calls))")
        #expect(source.advice == nil)
        #expect(source.cachedHero(spider)?.name == "Spider-Man")
        fixture.server.makeOdd(path, nil)
        fixture.time.advance(by: 600)
        #expect(try await source.topics(.series, of: .hero(spider), PageRange()).total == 9)
        #expect(source.advice == nil)
    }

    @Test(
        "the first details of heroes are taken as far as they go, and those that lack are not requested again and again",
        arguments: [
            (.null("name"), 3), (.named(""), 3), (.named("\u{200B}"), 3), (.rawNewline, 3), (.null("publisher"), 3),
            (.repeated, 3), (.without([1440, 1443]), 5), (.without([190_012]), 5),
        ] as [(ComicVineServer.Oddity, Int)])
    func firstDetails(oddity: ComicVineServer.Oddity, calls: Int) async throws {
        let fixture = try SourceFixture(members: 150)
        let source = try await fixture.source()
        fixture.server.makeOdd("characters", oddity)
        for _ in 0..<3 { try await source.updater.updateHeroes() }
        // Each update requests the changes, once the members are known, and details until all have them.
        let updates = fixture.server.calls("characters").count { !$0.ids.isEmpty }
        #expect(updates <= 3 * calls, "\(fixture.calls(since: 0))")
        #expect(source.advice == nil)
        let known = try await source.heroes(HeroQuery())
        #expect(known.gap == nil)
        for id in fixture.server.ids("characters") {
            #expect(source.index.heroes.hero(id)?.name.hasPrefix("@") == false, "\(id)")
        }
        #expect(try await source.search("wolverine", PageRange()).heroes.items.map(\.id) == [1440])
        #expect(source.index.heroes.hero(1440)?.name.hasPrefix("Wolverine") == true)
        fixture.server.makeOdd("characters", nil)
        try await source.updater.updateHeroes()
        let well = try await fixture.source()
        try await well.updater.updateHeroes()
        #expect(try await Set(well.allHeroes().map(\.id)).isSuperset(of: [1440, 1443, 190_012]))
    }

    @Test("without the list of all heroes, lists say that they may grow and the operator is warned")
    func noMembership() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.source()
        #expect(source.advice?.contains("still being read") == true)
        fixture.server.replace("publisher", by: .page(404))
        await #expect(throws: HeroError.self) { try await source.updater.updateHeroes() }
        #expect(try await source.search("storm", PageRange()).heroes.gap == .stillLoading)
        for source in [source, try await fixture.source()] {
            let list = try await source.heroes(HeroQuery())
            #expect(list.total == 2)
            #expect(list.gap == .stillLoading)
            #expect(source.advice?.contains("heroes") == true)
        }
        fixture.server.replace("publisher", by: nil)
        try await source.updater.updateHeroes()
        #expect(try await source.heroes(HeroQuery()).gap == nil)
        #expect(source.advice == nil)
        // The first source saves its records in the background.
        #expect(try await Wait.until { try await fixture.source().heroes(HeroQuery()).gap == nil })
    }

    @Test("a hero leaves the index only if its own call, or another publisher, says so")
    func removal() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        fixture.server.edit("characters", 1441) { $0["publisher"] = ["id": 10, "name": "DC Comics"] }
        fixture.server.remove("characters", 1442)
        fixture.time.advance(by: 8 * 86_400)
        try await source.updater.updateHeroes()
        #expect(source.cachedHero(1441) != nil)
        #expect(source.cachedHero(1442) != nil)
        for id in [1441, 1442] {
            await #expect(throws: HeroError.notFound) { try await source.hero(id) }
            #expect(source.cachedHero(id) == nil)
        }
        let before = fixture.server.calls.count
        for id in [1442, 1253, 1289, 77] {
            await #expect(throws: HeroError.notFound) { try await source.hero(id) }
        }
        #expect(fixture.server.calls.count == before)
    }

    @Test("a story arc leaves the list only if its own call says so")
    func arcs() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        try await source.updater.updateArcs()
        let before = source.index.topics(.events).ids
        for oddity: ComicVineServer.Oddity in [
            .without([40_001]), .null("publisher"), .named(""), .repeated,
        ] {
            fixture.time.advance(by: 31 * 86_400)
            fixture.server.makeOdd("story_arcs", oddity)
            try await source.updater.updateArcs()
            #expect(source.index.topics(.events).ids == before, "\(oddity)")
        }
        for oddity in [ComicVineServer.Oddity.totalOnly, .ignoredOffset, .first(3)] {
            fixture.time.advance(by: 31 * 86_400)
            fixture.server.makeOdd("story_arcs", oddity)
            await #expect(throws: HeroError.self) { try await source.updater.updateArcs() }
            #expect(source.index.topics(.events).ids == before, "\(oddity)")
        }
        fixture.server.remove("story_arcs", 40_001)
        await #expect(throws: HeroError.notFound) { try await source.topic(TopicID(.events, 40_001)) }
        #expect(source.index.topics(.events).ids == before.filter { $0 != 40_001 })
    }
}
