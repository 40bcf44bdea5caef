import Heroes
import Support
import Testing

@testable import ComicVine

@Suite struct ComicVineSearchTests {
    private func names(_ text: String, _ source: ComicVineSource) async throws -> [String] {
        try await source.matches(text, PageRange(limit: 100)).items.map(\.hero.name)
    }

    @Test func namesThatStartWithTheTextComeFirst() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        #expect(try await names("sto", source).prefix(2) == ["Stone Cold", "Storm"])
        #expect(try await !names("sto", source).contains("Hellstorm"))
        let storm = try await names("storm", source)
        #expect(storm.first == "Storm" && storm.contains("Hellstorm"))
        #expect(try await names("man", source).contains("Spider-Man"))
        #expect(try await names("été", source) == ["Chasseuse d’Été"])
    }

    @Test func aSearchAsksTheAPIOncePerDay() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let before = fixture.server.calls.count
        for text in ["Hawk", "hawk", " hawk "] {
            // The real names distinguish heroes with the same name.
            #expect(try await names(text, source) == ["Hawkeye (Clint Barton)", "Hawkeye (Kate Bishop)"])
        }
        #expect(fixture.calls(since: before) == ["characters": 1])
        fixture.time.advance(by: 2 * 86_400)
        _ = try await names("hawk", source)
        await source.waitUntilIdle()
        #expect(fixture.calls(since: before) == ["characters": 2])
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

    @Test func noCallHasAComma() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        for text in ["lo, this", ",", " , x", ""] { _ = try await names(text, source) }
        let filters = fixture.server.calls("characters").compactMap { $0["filter"] }.filter { $0.hasPrefix("name:") }
        #expect(filters == ["name:lo"])
    }

    @Test func theIndexAnswersWhileTheAPICannot() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        fixture.server.replace("characters", by: .comicVine(error: 107, status: 420))
        let page = try await source.matches("storm", PageRange())
        let names = page.items.map(\.hero.name)
        #expect(names.first == "Storm" && names.contains("Hellstorm") && page.gap == .searchUnavailable)
        let before = fixture.server.calls.count
        #expect(try await source.matches("hulk", PageRange()).items.map(\.hero.name) == ["Hulk"])
        #expect(fixture.server.calls.count == before)
        await #expect(throws: HeroError.notCached) { try await source.for(.prefetch).matches("iron", PageRange()) }
    }

    @Test(
        "an odd answer falls back to the index, and one that lacks heroes is completed from it",
        arguments: [
            (.totalOnly, .searchUnavailable), (.invalidUTF8, .searchUnavailable), (.ignoredOffset, nil), (.empty, nil),
            (.first(60), nil), (.repeated, nil), (.null("publisher"), nil), (.named(""), nil),
        ] as [(ComicVineServer.Oddity, ListGap?)])
    func oddAnswers(oddity: ComicVineServer.Oddity, gap: ListGap?) async throws {
        let fixture = try SourceFixture(members: 250)
        let source = try await fixture.filledSource()
        fixture.server.makeOdd("characters", oddity)
        for text in ["member", "wolverine"] {
            let page = try await source.matches(text, PageRange(limit: 100))
            #expect(page.total == (text == "member" ? 250 : 1), "\(text)")
            #expect(page.gap == gap, "\(text)")
            #expect(Set(page.items.map(\.id)).count == page.items.count)
        }
    }

    @Test("a search of which the API shows five pages finds all heroes that are known")
    func longResults() async throws {
        let fixture = try SourceFixture(members: 620)
        let source = try await fixture.source()
        let early = try await source.matches("member", PageRange())
        #expect(early.total == 500 && early.gap == .stillLoading)
        try await source.updater.updateHeroes()
        fixture.time.advance(by: 2 * 86_400)
        _ = try await source.matches("member", PageRange())
        await source.waitUntilIdle()
        let late = try await source.matches("member", PageRange())
        #expect(late.total == 620 && late.gap == nil)
    }

    @Test func anIgnoredOffsetDoesNotMultiplyTheHeroes() async throws {
        let fixture = try SourceFixture(members: 300)
        let source = try await fixture.source()
        fixture.server.makeOdd("characters", .ignoredOffset)
        let page = try await source.matches("member", PageRange())
        #expect(page.total == 100 && page.gap == .stillLoading)
        #expect(fixture.server.calls.count == 2)
    }
}
