import Foundation
import Heroes
import Support
import Testing

@testable import ComicVine

@Suite struct ComicVineTopicTests {
    @Test func aStoryArcReadsAsAnEvent() {
        #expect(Topic.eventTitle("\"Spider-Man\" Clone Saga") == "Clone Saga (Spider-Man)")
        #expect(Topic.eventTitle("\"Atlantis Attacks\"") == "Atlantis Attacks")
        #expect(Topic.eventTitle("Civil War") == "Civil War")
        #expect(Topic.eventTitle("The \"Hunt\" Begins") == "The \"Hunt\" Begins")
    }

    @Test func eventsBecomeExactOnceThePagesOfTheirArcsWereOpened() async throws {
        let fixture = try SourceFixture()
        let hero = 1443
        // The files know 260 issues, all with this hero.
        let exact = fixture.server.ids("story_arcs").filter { arc in
            let issues = fixture.server.record("story_arcs", arc)["issues"] as? [ComicVineServer.Record] ?? []
            return issues.contains { $0["id"] as? Int ?? .max <= 100_260 }
        }
        let first = try await fixture.filledSource()
        try await first.updater.updateArcs()
        #expect(fixture.server.calls("story_arcs").count == 2)
        let early = try await first.topics(.events, of: .hero(hero), PageRange(limit: 100)).items.map(\.id.number)
        #expect(Set(early) != Set(exact))
        for arc in first.index.topics(.events).ids { _ = try await first.topic(TopicID(.events, arc)) }
        await first.waitUntilIdle()
        let second = try await fixture.source()
        let late = try await second.topics(.events, of: .hero(hero), PageRange(limit: 100)).items.map(\.id.number)
        #expect(Set(late) == Set(exact))
        #expect(!exact.isEmpty)
    }

    @Test func pagesOfTopicsShowMarvelsHeroesAndTheirComics() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let comic = try #require(try await source.topics(.comics, of: .hero(1443), PageRange()).items.first)
        #expect(comic.id.kind == .comics)
        let before = fixture.server.calls.count
        #expect(try await source.topic(comic.id).value.title == comic.title)
        let heroes = try await source.heroes(HeroQuery(in: comic.id))
        #expect(heroes.items.map(\.id) == [1443, 1444])
        #expect(fixture.calls(since: before) == ["issue": 1])
        let series = try #require(comic.parents.first?.id)
        let comics = try await source.topics(.comics, of: .topic(series), PageRange(limit: 3))
        #expect(comics.items.count == 3)
        #expect(comics.items.allSatisfy { $0.parents.first?.id == series })
        #expect(fixture.calls(since: before) == ["issue": 1, "volume": 1, "issues": 1])
    }

    @Test func theFirstVisitorReadsWhereStoriesComeFrom() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let before = fixture.server.calls.count
        let stories = try await source.topics(.stories, of: .hero(1443), PageRange())
        #expect(!stories.items.isEmpty && stories.items.allSatisfy { $0.description?.contains(" #") == true })
        #expect(fixture.calls(since: before) == ["character": 1, "issues": 1])
        #expect(try await source.topics(.stories, of: .hero(1443), PageRange()) == stories)
        await #expect(throws: HeroError.notCached) {
            try await source.for(.prefetch).topics(.stories, of: .hero(1444), PageRange())
        }
    }

    @Test func teamsAreListedByNameWithoutACallAndOnesPageCostsOne() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        #expect(fixture.calls(since: 0)["publisher"] == 1)
        #expect(source.listedKinds == [.events, .teams])
        try await source.updater.updateArcs()
        await source.waitUntilIdle()
        let before = fixture.server.calls.count
        for source in [source, try await fixture.source()] {
            let teams = try await source.topics(.teams, of: .source, PageRange())
            #expect(teams.items.map(\.title) == ["Avengers", "Spider-Man’s Friends"])
            #expect(source.cachedTopic(TopicID(.teams, 3806))?.title == "Avengers")
            #expect(fixture.server.calls.count == before)
        }
        let team = TopicID(.teams, 3806)
        let topic = try await source.topic(team).value
        #expect(topic.title == "Avengers")
        #expect(topic.description == "<p>Avengers &amp; others</p>")
        #expect(try await source.heroes(HeroQuery(in: team)).items.map(\.id) == [1443, 1444])
        let events = try await source.topics(.events, of: .topic(team), PageRange())
        #expect(events.items.map(\.id.number) == [40_001, 40_002], "the other one is another publisher's")
        for kind in TopicKind.allCases where kind != .events {
            #expect(try await source.topics(kind, of: .topic(team), PageRange()).total == 0)
        }
        #expect(fixture.calls(since: before) == ["team": 1])
    }

    @Test func aTeamOfAnotherPublisherHasNoPage() async throws {
        let fixture = try SourceFixture()
        fixture.server.edit("teams", 3809) { $0 = ["id": 3809, "name": "Unsigned", "characters": [["id": 1253]]] }
        let source = try await fixture.filledSource()
        for id in [3808, 3809, 3808, 3809] {
            await #expect(throws: HeroError.notFound) { try await source.topic(TopicID(.teams, id)) }
        }
        #expect(fixture.server.calls("team").count == 2)
    }

    @Test(
        "a team, an event or a person that is deleted, or of another publisher, leaves its list and has no page",
        arguments: [
            ("teams", TopicID(.teams, 3806)), ("story_arcs", TopicID(.events, 40_001)),
            ("persons", TopicID(.people, 1537)),
        ], [true, false])
    func removal(topic: (path: String, id: TopicID), isDeleted: Bool) async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        try await source.updater.updateArcs()
        _ = try await source.topic(topic.id)
        let others = try await source.topics(topic.id.kind, of: .source, PageRange(limit: 100)).items
            .filter { $0.id != topic.id }
        if isDeleted {
            fixture.server.remove(topic.path, topic.id.number)
        } else {
            fixture.server.edit(topic.path, topic.id.number) { $0["publisher"] = ["id": 10, "name": "DC Comics"] }
        }
        fixture.time.advance(by: 31 * 86_400)
        _ = try await source.topic(topic.id)
        await source.waitUntilIdle()
        await #expect(throws: HeroError.notFound) { try await source.topic(topic.id) }
        await #expect(throws: HeroError.notFound) { try await source.heroes(HeroQuery(in: topic.id)) }
        #expect(source.cachedTopic(topic.id) == nil)
        for source in [source, try await fixture.source()] {
            #expect(try await source.topics(topic.id.kind, of: .source, PageRange(limit: 100)).items == others)
        }
    }

    @Test func aTeamThatIsKnownAsMissingLeavesTheListThatNamesIt() async throws {
        let fixture = try SourceFixture()
        let team = TopicID(.teams, 3806)
        fixture.server.replace("team/3806", by: .comicVine(error: 101, status: 404))
        let source = try await fixture.source()
        await #expect(throws: HeroError.notFound) { try await source.topic(team) }
        try await source.updater.updateHeroes()
        #expect(source.cachedTopic(team) != nil)
        await #expect(throws: HeroError.notFound) { try await source.topic(team) }
        #expect(source.cachedTopic(team) == nil)
        #expect(fixture.server.calls("team").count == 1)
    }

    @Test func aTeamThatTheListOfAllLacksOrDoesNotNameStays() async throws {
        let fixture = try SourceFixture()
        for id in 4000..<4030 {
            fixture.server.edit("teams", id) { $0.merge(["name": "Team \(id)", "publisher": ["id": 31]]) { $1 } }
        }
        let source = try await fixture.filledSource()
        let teams = try await source.topics(.teams, of: .source, PageRange(limit: 100))
        fixture.server.edit("teams", 4000) { $0["name"] = NSNull() }
        fixture.server.remove("teams", 4001)
        fixture.time.advance(by: 8 * 86_400)
        try await source.updater.updateHeroes()
        #expect(try await source.topics(.teams, of: .source, PageRange(limit: 100)) == teams)
    }

    @Test func aComicNamesItsPeopleAndOnesPageCostsOneCall() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        try await source.updater.updateArcs()
        let credits = try await source.topic(TopicID(.comics, 100_260)).value.credits
        #expect(credits.map(\.person.title) == ["Stan Lee", "Ann Inker"])
        #expect(credits.map(\.role) == ["writer, editor", ""])
        #expect(credits.map { $0.person.id?.number } == [1537, 7])
        #expect(credits.first?.person.id?.kind == .people)
        let before = fixture.server.calls.count
        let person = TopicID(.people, 1537)
        #expect(try await source.topic(person).value.title == "Stan Lee")
        #expect(try await source.heroes(HeroQuery(in: person)).items.map(\.id) == [1443])
        for kind in TopicKind.allCases {
            #expect(try await source.topics(kind, of: .topic(person), PageRange()).total == 0)
        }
        #expect(fixture.calls(since: before) == ["person": 1])
        let other = TopicID(.people, 7)
        #expect(try await source.topics(.events, of: .topic(other), PageRange()).items.map(\.id.number) == [40_001])
        #expect(try await source.topic(other).value.description == "<p>A life of 7 pages.</p>")
        for _ in 0..<2 {
            await #expect(throws: HeroError.notFound) { try await source.topic(TopicID(.people, 9)) }
        }
        #expect(fixture.calls(since: before) == ["person": 3])
    }

    @Test(
        "an odd answer takes nothing from a comic, a team or a person",
        arguments: [
            ("issue", TopicID(.comics, 100_260)), ("team", TopicID(.teams, 3806)), ("person", TopicID(.people, 1537)),
        ])
    func odd(path: String, id: TopicID) async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let (topic, heroes) = (try await source.topic(id).value, try await source.heroes(HeroQuery(in: id)).items)
        let fields = ["publisher", "characters", "person_credits", "created_characters"]
        for oddity in fields.map(ComicVineServer.Oddity.null) + [.idsOnly, .first(0), .first(1)] {
            fixture.server.makeOdd(path, oddity)
            fixture.time.advance(by: 31 * 86_400)
            _ = try await source.topic(id)
            await source.waitUntilIdle()
            #expect(try await source.topic(id).value == topic, "\(oddity)")
            #expect(try await source.heroes(HeroQuery(in: id)).items == heroes, "\(oddity)")
        }
    }

    @Test func aHeroesOldestComicsAreTheLastOnesAndUndatedOnesComeAfterThem() async throws {
        let fixture = try SourceFixture()
        for id in [100_001, 100_002] { fixture.server.edit("issues", id) { $0["cover_date"] = NSNull() } }
        let source = try await fixture.filledSource()
        #expect(source.orders(.comics, of: .hero(1443)) == [.newest, .oldest])
        #expect(source.orders(.events, of: .hero(1443)).isEmpty)
        #expect(source.orders(.comics, of: .source).isEmpty)
        let before = fixture.server.calls.count
        let (hero, range) = (TopicOwner.hero(1443), PageRange(limit: 100))
        let oldest = try await source.topics(.comics, of: hero, by: .oldest, PageRange(limit: 20))
        #expect(oldest.items.map(\.id.number) == Array(100_003...100_022))
        #expect(oldest.total == 260)
        #expect(fixture.calls(since: before) == ["character": 1, "issues": 1])
        let last = try await source.topics(.comics, of: hero, by: .oldest, PageRange(offset: 200, limit: 100)).items
        #expect(last.suffix(3).map(\.id.number) == [100_260, 100_002, 100_001])
        let newest = try await source.topics(.comics, of: hero, by: .newest, range)
        #expect(try await source.topics(.comics, of: hero, by: nil, range) == newest)
        #expect(newest.items.first?.id.number == 100_260)
    }

    @Test("the comics of an event and a series are in the order of their dates, or in their own if they are many")
    func ordersOfTopics() async throws {
        let fixture = try SourceFixture()
        let (event, series) = (TopicID(.events, 40_001), TopicID(.series, 2000))
        let ids = [100_030, 100_050, 100_040, 100_010, 100_020]
        fixture.server.edit("story_arcs", event.number) { $0["issues"] = ids.map { ["id": $0] } }
        fixture.server.edit("volumes", series.number) {
            $0["issues"] = (100_001...100_120).reversed().map { ["id": $0] }
        }
        fixture.server.edit("issues", 100_050) { $0["cover_date"] = "1939-10-01" }
        fixture.server.edit("issues", 100_040) { $0["cover_date"] = NSNull() }
        let source = try await fixture.filledSource()
        let before = fixture.server.calls.count
        func comics(_ topic: TopicID, _ order: TopicOrder?) async throws -> [Int] {
            let range = PageRange(limit: topic == event ? 10 : 2)
            return try await source.topics(.comics, of: .topic(topic), by: order, range).items.map(\.id.number)
        }
        #expect(source.orders(.comics, of: .topic(event)) == [.oldest, .newest])
        #expect(try await comics(event, .oldest) == [100_050, 100_010, 100_020, 100_030, 100_040])
        #expect(try await comics(event, .newest) == [100_030, 100_020, 100_010, 100_050, 100_040])
        #expect(try await comics(event, nil) == ids)
        #expect(fixture.calls(since: before) == ["story_arc": 1, "issues": 1])
        #expect(try await comics(series, .newest) == [100_001, 100_002])
        #expect(try await comics(series, nil) == [100_120, 100_119])
        #expect(fixture.calls(since: before) == ["story_arc": 1, "issues": 3, "volume": 1])
    }

    @Test("a list's comics are issues of series with their first years, which one call for all of them finds once")
    func volumes() async throws {
        let fixture = try SourceFixture()
        let event = TopicOwner.topic(TopicID(.events, 40_001))
        fixture.server.edit("story_arcs", 40_001) { $0["issues"] = (100_001...100_020).map { ["id": $0] } }
        fixture.server.edit("issues", 100_020) {
            $0.merge(["store_date": "1961-12-20", "issue_number": "1.MU"]) { $1 }
        }
        fixture.server.edit("volumes", 2001) { $0["start_year"] = "0" }
        fixture.server.remove("volumes", 2002)
        let source = try await fixture.filledSource()
        #expect(source.database == "cv")
        let before = fixture.server.calls.count
        let comics = try await source.topics(.comics, of: event, PageRange(limit: 100)).items
        #expect(comics.allSatisfy { $0.issue?.volume == nil })
        await #expect(throws: HeroError.notCached) { try await source.for(.prefetch).withVolumes(comics, of: event) }
        let issues = try await source.withVolumes(comics, of: event).map(\.issue)
        #expect(issues[0] == Topic.Issue(series: "Volume 0", number: "1", volume: 1962, year: 1962))
        #expect(issues[19] == Topic.Issue(series: "Volume 0", number: "1.MU", volume: nil, year: 1963))
        #expect(issues[2] == Topic.Issue(series: "Volume 1", number: "3", volume: nil, year: 1962))
        #expect(issues[3]?.volume == 1965)
        #expect(try await source.withVolumes(comics, of: event).map(\.issue) == issues)
        #expect(fixture.calls(since: before) == ["story_arc": 1, "issues": 1, "volumes": 1])
    }

    @Test("first years that cannot be requested are left out, and requested again after ten minutes")
    func failedVolumes() async throws {
        let fixture = try SourceFixture()
        let event = TopicOwner.topic(TopicID(.events, 40_001))
        let source = try await fixture.filledSource()
        let comics = try await source.topics(.comics, of: event, PageRange(limit: 100)).items
        fixture.server.replace("volumes", by: .page(502))
        let issues = try await source.withVolumes(comics, of: event).map(\.issue)
        #expect(issues.map(\.?.number) == ["5"])
        #expect(issues.map(\.?.volume) == [nil])
        fixture.server.replace("volumes", by: nil)
        fixture.time.advance(by: 601)
        #expect(try await source.withVolumes(comics, of: event).map(\.issue?.volume) == [1966])
    }

    @Test func anUnknownTopicIsRequestedOnceADay() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let before = fixture.server.calls.count
        for _ in 0..<2 {
            await #expect(throws: HeroError.notFound) { try await source.topic(TopicID(.comics, 5)) }
        }
        #expect(fixture.calls(since: before) == ["issue": 1])
    }
}
