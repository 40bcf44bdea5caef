import Heroes
import Support
import Testing

@testable import ComicVine

/// The ways from one hero to another, from the details of both.
@Suite struct ComicVinePathTests {
    private func steps(_ source: ComicVineSource, _ start: Hero.ID, _ end: Hero.ID) async throws -> [String] {
        try await source.path(from: start, to: end).value.map { step in
            switch step.link {
            case .relation(let kind, let reason): "\(step.hero.id) \(kind) \(reason ?? "")"
            case .shared(let topic): "\(step.hero.id) \(topic.id?.kind.rawValue ?? "") \(topic.title)"
            }
        }
    }

    @Test func aRelationCountsBeforeATeamAndATeamBeforeAComic() async throws {
        let fixture = try SourceFixture()
        let server = fixture.server
        server.relate(1455, teams: [3806], friends: [1253], enemies: [])
        server.relate(1475, teams: [3806, 3808], friends: [], enemies: [])
        server.relate(1504, teams: [3808], friends: [], enemies: [1455])
        let source = try await fixture.filledSource()
        let before = fixture.server.calls.count
        #expect(try await steps(source, 1443, 1440) == ["1440 ally "])
        #expect(fixture.calls(since: before) == ["character": 2])
        #expect(try await steps(source, 1440, 1443) == ["1443 ally "], "the other hero's details count, too")
        #expect(try await steps(source, 1455, 1504) == ["1504 enemy "])
        #expect(try await steps(source, 1455, 1475) == ["1475 teams Avengers"])
        #expect(try await steps(source, 1443, 1443) == [])
        #expect(fixture.calls(since: before) == ["character": 5])
        // Another publisher's team links nobody; the comics of these two are not read.
        #expect(try await steps(source, 1475, 1504) == [])
        let comics = try await source.topics(.comics, of: .hero(1504), PageRange(limit: 100)).items
        let found = try await steps(source, 1475, 1504)
        #expect(comics.contains { found == ["1504 comics \($0.title)"] })
        #expect(fixture.calls(since: before) == ["character": 5, "issues": 1])
    }

    @Test func twoStepsLeadOverAHeroOfTheIndexThatBothKnow() async throws {
        let fixture = try SourceFixture()
        for (id, friends) in [(1455, [1253, 1441, 2267]), (1475, [1253, 2267])] {
            fixture.server.relate(id, teams: [], friends: friends, enemies: [])
            fixture.server.edit("characters", id) { $0["issue_credits"] = [Any]() }
        }
        fixture.server.relate(1504, teams: [], friends: [1253], enemies: [1441])
        fixture.server.edit("characters", 1504) { $0["issue_credits"] = [Any]() }
        let source = try await fixture.filledSource()
        let before = fixture.server.calls.count
        #expect(try await steps(source, 1455, 1475) == ["2267 ally ", "1475 ally "])
        #expect(try await steps(source, 1455, 1504) == ["1441 ally ", "1504 enemy "])
        #expect(try await steps(source, 1475, 1504) == [], "they share another publisher's hero")
        #expect(fixture.calls(since: before) == ["character": 3])
        for id in [1253, 77] {
            await #expect(throws: HeroError.notFound) { try await source.path(from: 1455, to: id) }
        }
        await #expect(throws: HeroError.notCached) {
            try await source.for(.prefetch).path(from: 1455, to: 1440)
        }
    }
}
