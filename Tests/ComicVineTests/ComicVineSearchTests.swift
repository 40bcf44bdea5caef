import FoundationEssentials
import Heroes
import Support
import Testing

@testable import ComicVine

@Suite struct ComicVineSearchTests {
    private func names(_ text: String, _ source: ComicVineSource) async throws -> [String] {
        try await source.search(text, PageRange(limit: 100)).heroes.items.map(\.hero.name)
    }

    @Test func namesThatStartWithTheTextComeFirst() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        #expect(try await names("sto", source).prefix(2) == ["Stone Cold", "Storm"])
        #expect(try await !names("sto", source).contains("Hellstorm"))
        let storm = try await names("storm", source)
        #expect(storm.first == "Storm")
        #expect(storm.contains("Hellstorm"))
        #expect(try await names("man spider", source).contains("Spider-Man"))
        #expect(try await names("été", source) == ["Chasseuse d’Été"])
        #expect(try await names("salt & pepper", source) == ["Salt & Pepper"])
        // The real names distinguish heroes with the same name.
        #expect(try await names("hawk", source) == ["Hawkeye (Clint Barton)", "Hawkeye (Kate Bishop)"])
    }

    @Test(
        "small words and possessives do not count, and names with the most words stand in for those with all",
        arguments: [
            ("the hulk", true, ["Hulk"]), ("storms of stone", false, ["Stone Cold"]), ("a storm's", true, ["Storm"]),
            ("the amazing spider", false, ["Spider-Man"]), ("cold harbour", false, ["Glass Harbour", "Stone Cold"]),
            ("the", true, []), ("xyzzy", true, []), ("&", true, []),
        ])
    func mostWords(text: String, isComplete: Bool, first: [String]) async throws {
        let source = try await SourceFixture().filledSource()
        let results = try await source.search(text, PageRange())
        #expect(results.heroes.items.prefix(first.count).map(\.hero.name) == first)
        #expect(results.isComplete == isComplete)
        #expect(results.heroes.items.isEmpty == first.isEmpty)
    }

    @Test func aSearchCostsTwoCallsOnceADay() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let before = fixture.server.calls.count
        for text in ["Storm", "storm", " storm "] { _ = try await names(text, source) }
        #expect(fixture.calls(since: before) == ["characters": 1, "search": 1])
        await source.waitUntilIdle()
        let restarted = try await fixture.source()
        #expect(try await names("storm", restarted) == names("storm", source))
        #expect(fixture.server.calls.count == before + 2)
        fixture.time.advance(by: 2 * 86_400)
        _ = try await names("storm", restarted)
        await restarted.waitUntilIdle()
        #expect(fixture.calls(since: before) == ["characters": 2, "search": 2])
        // Later pages show no other kinds.
        _ = try await source.search("hulk", PageRange(offset: PageRange.pageLength))
        #expect(fixture.calls(since: before) == ["characters": 3, "search": 2])
    }

    @Test func teamsSeriesAndEventsAreMarvelsWithAllWords() async throws {
        let fixture = try SourceFixture()
        fixture.server.edit("volumes", 2000) { $0["name"] = "The Amazing Spider-Man" }
        fixture.server.edit("volumes", 2001) { $0.merge(["name": "Spider-Man", "publisher": ["id": 10]]) { $1 } }
        for id in 2002...2008 { fixture.server.edit("volumes", id) { $0["name"] = "Spider-Man Saga" } }
        let source = try await fixture.filledSource()
        try await source.updater.updateArcs()
        let groups = try await source.search("spider-man", PageRange()).groups
        #expect(groups.map(\.kind) == [.teams, .events, .series])
        #expect(groups[0].items == [SearchGroup.Item(id: 3807, name: "Spider-Man’s Friends")])
        #expect(groups[1].items.count == 5)
        #expect(groups[1].total > 5)
        #expect(groups[2].items.first?.name == "The Amazing Spider-Man (1962)")
        #expect(groups[2].items.count == 5)
        #expect(groups[2].total == 8)
        let before = fixture.server.calls.count
        for group in groups {
            let topics = try await source.topics(group.kind, of: .search("spider-man"), PageRange())
            #expect(topics.total == group.total)
            #expect(topics.items.prefix(5).map(\.title) == group.items.map(\.name))
        }
        #expect(try await source.topics(.comics, of: .search("spider-man"), PageRange()).total == 0)
        #expect(fixture.server.calls.count == before)
        #expect(try await source.search("amazing spider-man", PageRange()).groups.map(\.kind) == [.series])
        #expect(try await source.search("storm", PageRange()).groups.isEmpty)
    }

    @Test(
        "a failing or odd search of other kinds leaves them out, but not teams and events",
        arguments: [.comicVine(error: 107, status: 420), .page(500), .json("{}"), .cut] as [LoopbackUpstream.Reply])
    func noOtherKinds(reply: LoopbackUpstream.Reply) async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        try await source.updater.updateArcs()
        fixture.server.replace("search", by: reply)
        let results = try await source.search("spider", PageRange())
        #expect(results.heroes.gap == nil)
        #expect(results.heroes.items.first?.hero.name == "Spider-Man")
        #expect(results.groups.map(\.kind) == [.teams, .events])
        #expect(fixture.server.calls("search").count == 1)
        for _ in 0..<3 { _ = try await source.search("spider", PageRange()) }
        #expect(try await source.search("storm", PageRange()).heroes.gap == nil)
        fixture.server.replace("search", by: nil)
        for oddity in [ComicVineServer.Oddity.totalOnly, .idsOnly, .null("publisher")] {
            fixture.server.makeOdd("search", oddity)
            #expect(try await source.search("avengers", PageRange()).groups.map(\.kind) == [.teams])
        }
    }

    @Test func aSearchFindsHeroesOfNoListAndNewOnes() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        #expect(try await names("bystander", source) == ["Bystander Bob"])
        fixture.server.edit("characters", 5) { $0 = ["id": 5, "name": "Newcomer", "publisher": ["id": 31]] }
        #expect(try await names("newcomer", source) == ["Newcomer"])
        #expect(try await source.hero(5).value.name == "Newcomer")
        #expect(try await names("lightning lad", source) == [])
    }

    @Test("a search ends at its first comma, and one without words costs no call")
    func comma() async throws {
        #expect(NameSearch("lo, this").text == "lo")
        #expect(NameSearch(" , x").isEmpty)
        #expect(NameSearch("").isEmpty)
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let before = fixture.server.calls.count
        #expect(try await names(",", source).isEmpty)
        #expect(fixture.server.calls.count == before)
    }

    @Test func theIndexAnswersWhileTheAPICannot() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        fixture.server.replace(by: .comicVine(error: 107, status: 420))
        let page = try await source.search("storm", PageRange()).heroes
        let names = page.items.map(\.hero.name)
        #expect(names.first == "Storm")
        #expect(names.contains("Hellstorm"))
        #expect(page.gap == .searchUnavailable)
        let before = fixture.server.calls.count
        #expect(try await source.search("hulk", PageRange()).heroes.items.map(\.hero.name) == ["Hulk"])
        #expect(fixture.server.calls.count == before)
        await #expect(throws: HeroError.notCached) { try await source.for(.prefetch).search("iron", PageRange()) }
    }

    @Test(
        "an odd answer falls back to the index, and one that lacks heroes is completed from it",
        arguments: [
            (.totalOnly, .searchUnavailable), (.invalidUTF8, .searchUnavailable), (.empty, nil),
            (.first(60), nil), (.repeated, nil), (.null("publisher"), nil), (.named(""), nil),
        ] as [(ComicVineServer.Oddity, ListGap?)])
    func oddAnswers(oddity: ComicVineServer.Oddity, gap: ListGap?) async throws {
        let fixture = try SourceFixture(members: 250)
        let source = try await fixture.filledSource()
        fixture.server.makeOdd("characters", oddity)
        for text in ["member", "wolverine"] {
            let page = try await source.search(text, PageRange(limit: 100)).heroes
            #expect(page.total == (text == "member" ? 250 : 1), "\(text)")
            #expect(page.gap == gap, "\(text)")
            #expect(Set(page.items.map(\.id)).count == page.items.count)
        }
    }

    @Test("a search of which the API shows five pages finds all heroes that are known")
    func longResults() async throws {
        let fixture = try SourceFixture(members: 620)
        let source = try await fixture.source()
        let early = try await source.search("member", PageRange()).heroes
        #expect(early.total == 500)
        #expect(early.gap == .stillLoading)
        try await source.updater.updateHeroes()
        fixture.time.advance(by: 2 * 86_400)
        _ = try await names("member", source)
        await source.waitUntilIdle()
        let late = try await source.search("member", PageRange()).heroes
        #expect(late.total == 620)
        #expect(late.gap == nil)
    }

    @Test func pagesThatRepeatAreNotReadOn() async throws {
        let fixture = try SourceFixture(members: 300)
        let source = try await fixture.source()
        fixture.server.makeOdd("characters", .ignoredOffset)
        let page = try await source.search("member", PageRange()).heroes
        #expect(page.total == 100)
        #expect(page.gap == .searchUnavailable)
        #expect(fixture.server.calls("characters").count == 2)
    }
}
