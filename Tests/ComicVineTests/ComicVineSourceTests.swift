import FoundationEssentials
import Heroes
import Support
import Testing

@testable import ComicVine

@Suite struct ComicVineSourceTests {
    private let spider = 1443

    @Test func theFirstStartReadsMembersOnceAndDetailsInRisingHundreds() async throws {
        let fixture = try SourceFixture(members: 460)
        let source = try await fixture.filledSource()
        let requested = fixture.server.calls("characters").map(\.ids)
        #expect(fixture.server.calls("publisher").count == 1)
        #expect(requested.dropLast().allSatisfy { $0.count == 100 })
        #expect(requested.count == (requested.joined().count + 99) / 100)
        let members = fixture.server.ids("characters")
        #expect(requested.joined().elementsEqual(members))
        let heroes = try await source.allHeroes()
        #expect(heroes.count > 100)
        #expect(Set(members).isSuperset(of: heroes.map(\.id)))
        #expect(heroes.allSatisfy { ($0.facts?.appearances ?? 0) >= 10 })
        let keys = heroes.map { IndexedHero.sortKey($0.name) }
        #expect(keys.map { String($0.prefix(6)) } == keys.map { String($0.prefix(6)) }.sorted())
    }

    @Test func fortyThousandMembersArriveInOneResponse() async throws {
        let fixture = try SourceFixture(members: 40_000)
        let source = try await fixture.source()
        fixture.server.replace("characters", by: .page(404))
        await #expect(throws: HeroError.self) { try await source.updater.updateHeroes() }
        #expect(source.index.heroes.pendingIDs.count == fixture.server.ids("characters").count)
        #expect(fixture.server.calls("publisher").count == 1)
    }

    @Test func aRestartInTheMiddleAsksNothingTwice() async throws {
        let fixture = try SourceFixture(members: 460)
        let first = try await fixture.source()
        fixture.server.replace("characters", by: .page(404))
        await #expect(throws: HeroError.self) { try await first.updater.updateHeroes() }
        fixture.server.replace("characters", by: nil)
        _ = try await first.updater.readSomeDetails()
        await first.waitUntilIdle()
        let list = try await first.heroes(HeroQuery())
        #expect(list.gap == .stillLoading)
        let before = fixture.server.calls.count
        let second = try await fixture.source()
        #expect(try await second.heroes(HeroQuery()).items == list.items)
        try await second.updater.updateHeroes()
        let requested = fixture.server.calls.dropFirst(before).flatMap(\.ids)
        #expect(fixture.calls(since: before)["publisher"] == nil)
        #expect(requested == Array(fixture.server.ids("characters").dropFirst(100)))
        #expect(try await second.heroes(HeroQuery()).gap == nil)
    }

    @Test func aHeroCostsThreeCallsOnceHoweverManyRequestsAreSent() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let before = fixture.server.calls.count
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { _ = try? await source.hero(spider) }
                for kind in TopicKind.ofHeroes {
                    group.addTask { _ = try? await source.topics(kind, of: .hero(spider), PageRange(limit: 3)) }
                }
            }
        }
        #expect(fixture.calls(since: before) == ["character": 1, "issues": 1, "volumes": 1])
        await source.waitUntilIdle()
        let restarted = try await fixture.source()
        for source in [source, restarted] {
            let comics = try await source.topics(.comics, of: .hero(spider), PageRange(offset: 80, limit: 20))
            let ids = Array(fixture.server.ids("issues", isMarvel: false).reversed())
            #expect(comics.items.map(\.id.number) == Array(ids[80..<100]))
            #expect(comics.total == ids.count)
            #expect(comics.items.first?.title == "Volume 4 #180 (1976)")
            let series = try await source.topics(.series, of: .hero(spider), PageRange()).items
            #expect(series.prefix(2).map(\.title) == ["Volume 3 (1969)", "Volume 3 (1968)"])
            let stories = try await source.topics(.stories, of: .hero(spider), PageRange()).items
            #expect(stories.prefix(4).map(\.title) == ["Tale 259", "Tale 256", "Part 256 -- The Long Way", "End"])
            #expect(stories.first?.parents.count == 1)
        }
        #expect(fixture.server.calls.count == before + 3)
        _ = try await restarted.topics(.comics, of: .hero(spider), .page(6))
        #expect(fixture.calls(since: before)["issues"] == 2)
    }

    @Test func oldDetailsAreServedWhileTheyAreRequestedAgain() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let facts = try await source.hero(spider).value.facts
        #expect(facts?.realName == "Peter Parker")
        #expect(facts?.aliases == ["Peter Parker", "The Spider-Man"])
        fixture.time.advance(by: 8 * 86_400)
        fixture.server.replace(by: .json("{\"status_code\":1,"))
        let before = fixture.server.calls.count
        #expect(try await source.hero(spider).value.facts == facts)
        await source.waitUntilIdle()
        #expect(fixture.calls(since: before) == ["character": 1])
        #expect(try await source.hero(spider).value.facts == facts)
        fixture.server.replace(by: nil)
        let friends = [190_002, 1444, 1253, 1440, 99_999, 1455]
        fixture.server.relate(spider, teams: [3806, 3807], friends: friends, enemies: [2267, 1441])
        fixture.time.advance(by: 600)
        _ = try await source.hero(spider)
        await source.waitUntilIdle()
        #expect(fixture.calls(since: before) == ["character": 2])
        #expect(try await source.hero(spider).value.relations.contains { $0.hero.id == 1455 })
    }

    @Test func onlyChangesOfMarvelAreTaken() async throws {
        let fixture = try SourceFixture()
        try await fixture.filledSource().waitUntilIdle()
        fixture.time.advance(by: 86_400)
        let now = fixture.time.now.formatted(
            .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
        for id in [1440, 1253] {
            fixture.server.edit("characters", id) { $0.merge(["deck": "Changed.", "date_last_updated": now]) { $1 } }
        }
        fixture.server.edit("characters", 1441) {
            $0.merge(["publisher": ["id": 10], "date_last_updated": now]) { $1 }
        }
        fixture.server.edit("characters", 195_000) {
            $0 = ["name": "Newcomer", "publisher": ["id": 31], "count_of_issue_appearances": 50, "id": 195_000]
            $0["date_last_updated"] = now
        }
        let before = fixture.server.calls.count
        let source = try await fixture.source()
        try await source.updater.updateHeroes()
        #expect(fixture.calls(since: before) == ["characters": 1])
        let heroes = try await source.allHeroes()
        #expect(heroes.first { $0.id == 1440 }?.description == "<p>Changed.</p>")
        #expect(heroes.contains { $0.id == 195_000 })
        #expect(!heroes.contains { $0.id == 1441 || $0.id == 1253 })
    }

    @Test func aDeckIsTextAndAPictureOfAnyNameIsShown() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let deck = "<p>Two cooks &amp; one pot.<br>They fear R&amp;D, &lt;b&gt; and \"quotes\".</p>"
        #expect(try await source.hero(190_007).value.description == deck)
        for (id, hasPicture) in [(190_001, true), (190_002, false), (190_003, false), (190_004, true)] {
            #expect((try await source.hero(id).value.thumbnail != nil) == hasPicture, "\(id)")
        }
    }

    @Test func linksToCharactersLeadToHeroes() async throws {
        let source = try await SourceFixture().filledSource()
        for path in ["storm/4005-1444/", "storm/29-1444", "storm/4005-1444/?x#y"] {
            #expect(source.hero(ofPage: "https://comicvine.gamespot.com/\(path)")?.name == "Storm")
        }
        for url in [
            "https://example.org/storm/4005-1444/", "https://comicvine.gamespot.com/x/4020-1444/", "/storm/4005-1444/",
        ] {
            #expect(source.hero(ofPage: url) == nil)
        }
    }
}
