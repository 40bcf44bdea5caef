import Caching
import Foundation
import Heroes
import Support
import Testing

@testable import ComicVine

/// The teams, friends and enemies of a hero, which come with its details.
@Suite struct ComicVineRelationTests {
    private let spider = 1443

    private func relations(_ hero: Hero, _ kind: Relation.Kind) -> [Hero.ID] {
        hero.relations.filter { $0.kind == kind }.map(\.hero.id)
    }

    @Test func friendsAndEnemiesAreMarvelsHeroesAndTheWellKnownComeFirst() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let before = fixture.server.calls.count
        let hero = try await source.hero(spider).value
        #expect(fixture.calls(since: before) == ["character": 1])
        #expect(relations(hero, .ally) == [1440, 1444, 190_002])
        #expect(relations(hero, .enemy) == [2267, 1441])
        #expect(relations(hero, .family).isEmpty)
        #expect(hero.companions.isEmpty)
        #expect(hero.relations.first?.hero.name == "Wolverine")
        #expect(hero.relations.first?.hero.thumbnail != nil)
        #expect(hero.facts?.teams.map(\.team.title) == ["Avengers", "Spider-Man’s Friends", "Storm"])
        #expect(hero.facts?.teams.map { $0.team.id?.number } == [3806, 3807, nil], "the last is another publisher's")
    }

    @Test("a dozen of thousands of friends is shown, and unreadable ones are left out")
    func many() async throws {
        let fixture = try SourceFixture(members: 200)
        fixture.server.edit("characters", spider) { hero in
            let odd: [Any] = [7, "x", ["id": "1440"], ["name": "Nobody"]]
            hero["character_friends"] = odd + (1..<5000).map { ["id": $0] }
            hero["character_enemies"] = ["id": 1441]
            hero["teams"] = [["id": 3806, "name": NSNull()], ["id": 3807, "name": "Spider-Man’s Friends"]]
        }
        let hero = try await fixture.filledSource().hero(spider).value
        #expect(relations(hero, .ally).count == 12)
        #expect(relations(hero, .ally).first == 1440)
        #expect(relations(hero, .enemy).isEmpty)
        #expect(hero.facts?.teams.map(\.team.title) == ["Spider-Man’s Friends"])
    }
}
