import Foundation
import Heroes
import Support
import Testing

@testable import ComicVine

@Suite struct ComicVineWorkTests {
    @Test func aStoryArcReadsAsAnEvent() {
        #expect(Work.eventTitle("\"Spider-Man\" Clone Saga") == "Clone Saga (Spider-Man)")
        #expect(Work.eventTitle("\"Atlantis Attacks\"") == "Atlantis Attacks")
        #expect(Work.eventTitle("Civil War") == "Civil War")
        #expect(Work.eventTitle("The \"Hunt\" Begins") == "The \"Hunt\" Begins")
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
        let early = try await first.works(.events, of: .hero(hero), PageRange(limit: 100)).items.map(\.id.number)
        #expect(Set(early) != Set(exact))
        for arc in first.index.works(.events).ids { _ = try await first.work(WorkID(.events, arc)) }
        await first.waitUntilIdle()
        let second = try await fixture.source()
        let late = try await second.works(.events, of: .hero(hero), PageRange(limit: 100)).items.map(\.id.number)
        #expect(Set(late) == Set(exact) && !exact.isEmpty)
    }

    @Test func pagesOfWorksShowMarvelsHeroesAndTheirComics() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let comic = try #require(try await source.works(.comics, of: .hero(1443), PageRange()).items.first)
        #expect(comic.id.kind == .comics)
        let before = fixture.server.calls.count
        #expect(try await source.work(comic.id).value.title == comic.title)
        let heroes = try await source.heroes(HeroQuery(in: comic.id))
        #expect(heroes.items.map(\.id) == [1443, 1444])
        #expect(fixture.calls(since: before) == ["issue": 1])
        let series = try #require(comic.parents.first?.id)
        let comics = try await source.works(.comics, of: .work(series), PageRange(limit: 3))
        #expect(comics.items.count == 3 && comics.items.allSatisfy { $0.parents.first?.id == series })
        #expect(fixture.calls(since: before) == ["issue": 1, "volume": 1, "issues": 1])
    }

    @Test func theFirstVisitorReadsWhereStoriesComeFrom() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let before = fixture.server.calls.count
        let stories = try await source.works(.stories, of: .hero(1443), PageRange())
        #expect(!stories.items.isEmpty && stories.items.allSatisfy { $0.description?.contains(" #") == true })
        #expect(fixture.calls(since: before) == ["character": 1, "issues": 1])
        #expect(try await source.works(.stories, of: .hero(1443), PageRange()) == stories)
        await #expect(throws: HeroError.notCached) {
            try await source.for(.prefetch).works(.stories, of: .hero(1444), PageRange())
        }
    }

    @Test func teamsAreListedByNameWithoutACallAndOnesPageCostsOne() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        #expect(fixture.calls(since: 0)["publisher"] == 1 && source.listedKinds == [.events, .teams])
        try await source.updater.updateArcs()
        await source.waitUntilIdle()
        let before = fixture.server.calls.count
        for source in [source, try await fixture.source()] {
            let teams = try await source.works(.teams, of: .source, PageRange())
            #expect(teams.items.map(\.title) == ["Avengers", "Spider-Man’s Friends"])
            #expect(source.cachedWork(WorkID(.teams, 3806))?.title == "Avengers")
            #expect(fixture.server.calls.count == before)
        }
        let team = WorkID(.teams, 3806)
        let work = try await source.work(team).value
        #expect(work.title == "Avengers" && work.description == "<p>Avengers &amp; others</p>")
        #expect(try await source.heroes(HeroQuery(in: team)).items.map(\.id) == [1443, 1444])
        let events = try await source.works(.events, of: .work(team), PageRange())
        #expect(events.items.map(\.id.number) == [40_001, 40_002], "the other one is another publisher's")
        for kind in WorkKind.allCases where kind != .events {
            #expect(try await source.works(kind, of: .work(team), PageRange()).total == 0)
        }
        #expect(fixture.calls(since: before) == ["team": 1])
    }

    @Test func aTeamOfAnotherPublisherHasNoPage() async throws {
        let fixture = try SourceFixture()
        fixture.server.edit("teams", 3809) { $0 = ["id": 3809, "name": "Unsigned", "characters": [["id": 1253]]] }
        let source = try await fixture.filledSource()
        for id in [3808, 3809, 3808, 3809] {
            await #expect(throws: HeroError.notFound) { try await source.work(WorkID(.teams, id)) }
        }
        #expect(fixture.server.calls("team").count == 2)
    }

    @Test func aComicNamesItsPeopleAndOnesPageCostsOneCall() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        try await source.updater.updateArcs()
        let credits = try await source.work(WorkID(.comics, 100_260)).value.credits
        #expect(credits.map(\.person.title) == ["Stan Lee", "Ann Inker"])
        #expect(credits.map(\.role) == ["writer, editor", ""])
        #expect(credits.map { $0.person.id?.number } == [1537, 7] && credits[0].person.id?.kind == .people)
        let before = fixture.server.calls.count
        let person = WorkID(.people, 1537)
        #expect(try await source.work(person).value.title == "Stan Lee")
        #expect(try await source.heroes(HeroQuery(in: person)).items.map(\.id) == [1443])
        for kind in WorkKind.allCases {
            #expect(try await source.works(kind, of: .work(person), PageRange()).total == 0)
        }
        #expect(fixture.calls(since: before) == ["person": 1])
        let other = WorkID(.people, 7)
        #expect(try await source.works(.events, of: .work(other), PageRange()).items.map(\.id.number) == [40_001])
        #expect(try await source.work(other).value.description == "<p>A life of 7 pages.</p>")
        for _ in 0..<2 {
            await #expect(throws: HeroError.notFound) { try await source.work(WorkID(.people, 9)) }
        }
        #expect(fixture.calls(since: before) == ["person": 3])
    }

    @Test(
        "an odd answer takes nothing from a comic, a team or a person",
        arguments: [
            ("issue", WorkID(.comics, 100_260)), ("team", WorkID(.teams, 3806)), ("person", WorkID(.people, 1537)),
        ])
    func odd(path: String, id: WorkID) async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let (work, heroes) = (try await source.work(id).value, try await source.heroes(HeroQuery(in: id)).items)
        let fields = ["publisher", "characters", "person_credits", "created_characters"]
        for oddity in fields.map(ComicVineServer.Oddity.null) + [.idsOnly, .first(0), .first(1)] {
            fixture.server.makeOdd(path, oddity)
            fixture.time.advance(by: 31 * 86_400)
            _ = try await source.work(id)
            await source.waitUntilIdle()
            #expect(try await source.work(id).value == work, "\(oddity)")
            #expect(try await source.heroes(HeroQuery(in: id)).items == heroes, "\(oddity)")
        }
    }

    @Test func aHeroesOldestComicsAreTheLastOnesAndUndatedOnesComeAfterThem() async throws {
        let fixture = try SourceFixture()
        for id in [100_001, 100_002] { fixture.server.edit("issues", id) { $0["cover_date"] = NSNull() } }
        let source = try await fixture.filledSource()
        #expect(source.orders(.comics, of: .hero(1443)) == [.newest, .oldest])
        #expect(source.orders(.events, of: .hero(1443)).isEmpty && source.orders(.comics, of: .source).isEmpty)
        let before = fixture.server.calls.count
        let (hero, range) = (WorkOwner.hero(1443), PageRange(limit: 100))
        let oldest = try await source.works(.comics, of: hero, by: .oldest, PageRange())
        #expect(oldest.items.map(\.id.number) == Array(100_003...100_022) && oldest.total == 260)
        #expect(fixture.calls(since: before) == ["character": 1, "issues": 1])
        let last = try await source.works(.comics, of: hero, by: .oldest, PageRange(offset: 200, limit: 100)).items
        #expect(last.suffix(3).map(\.id.number) == [100_260, 100_002, 100_001])
        let newest = try await source.works(.comics, of: hero, by: .newest, range)
        #expect(try await source.works(.comics, of: hero, by: nil, range) == newest)
        #expect(newest.items.first?.id.number == 100_260)
    }

    @Test("the comics of an event and a series are in the order of their dates, or in their own if they are many")
    func ordersOfWorks() async throws {
        let fixture = try SourceFixture()
        let (event, series) = (WorkID(.events, 40_001), WorkID(.series, 2000))
        let ids = [100_030, 100_050, 100_040, 100_010, 100_020]
        fixture.server.edit("story_arcs", event.number) { $0["issues"] = ids.map { ["id": $0] } }
        fixture.server.edit("volumes", series.number) {
            $0["issues"] = (100_001...100_120).reversed().map { ["id": $0] }
        }
        fixture.server.edit("issues", 100_050) { $0["cover_date"] = "1939-10-01" }
        fixture.server.edit("issues", 100_040) { $0["cover_date"] = NSNull() }
        let source = try await fixture.filledSource()
        let before = fixture.server.calls.count
        func comics(_ work: WorkID, _ order: WorkOrder?) async throws -> [Int] {
            let range = PageRange(limit: work == event ? 10 : 2)
            return try await source.works(.comics, of: .work(work), by: order, range).items.map(\.id.number)
        }
        #expect(source.orders(.comics, of: .work(event)) == [.oldest, .newest])
        #expect(try await comics(event, .oldest) == [100_050, 100_010, 100_020, 100_030, 100_040])
        #expect(try await comics(event, .newest) == [100_030, 100_020, 100_010, 100_050, 100_040])
        #expect(try await comics(event, nil) == ids)
        #expect(fixture.calls(since: before) == ["story_arc": 1, "issues": 1])
        #expect(try await comics(series, .newest) == [100_001, 100_002])
        #expect(try await comics(series, nil) == [100_120, 100_119])
        #expect(fixture.calls(since: before) == ["story_arc": 1, "issues": 3, "volume": 1])
    }

    @Test func anUnknownWorkIsRequestedOnceADay() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let before = fixture.server.calls.count
        for _ in 0..<2 {
            await #expect(throws: HeroError.notFound) { try await source.work(WorkID(.comics, 5)) }
        }
        #expect(fixture.calls(since: before) == ["issue": 1])
    }
}
