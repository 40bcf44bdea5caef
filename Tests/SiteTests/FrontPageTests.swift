import FoundationEssentials
import HTTP
import Heroes
import Testing

@testable import Site

@Suite("The front page")
struct FrontPageTests {
    private static let source: ScriptedSource = {
        var source = ScriptedSource.withEvent
        source.listedKinds = [.events, .teams]
        source.topics[.teams] = (1...8).map { number in
            var team = Topic(
                .teams, id: number, title: "Team \(number)",
                thumbnail: number == 2 ? nil : Thumbnail(path: "/pictures/\(number)", fileExtension: "jpg"),
                start: PartialDate(year: 1963))
            team.memberCount = 70 - number
            return team
        }
        return source
    }()

    @Test("shows the largest teams with their pictures, and how many they are")
    func teams() async throws {
        let text = try await SiteUnderTest(Self.source).get("/").text
        let names = text.matches(of: /<a href="\/teams\/\d+-[^"]*">([^<]*)</).map { String($0.1) }
        #expect(names == ["Team 1", "Team 3", "Team 4", "Team 5", "Team 6"])
        expectText(text, has: ["/pictures/1/", "<p>69 members</p>"])
    }

    @Test("asks in a large field of its own, with examples, in place of the one above every other page")
    func question() async throws {
        let site = try SiteUnderTest(Self.source)
        for (target, start) in [("/", "Who are you looking for?"), ("/heroes", "class=\"masthead\"")] {
            let text = try await site.get(target).text
            #expect(text.matches(of: /<input id="q"/).count == 1)
            #expect(
                text.contains(inOrder: [start, "id=\"q\"", target == "/" ? "/heroes?q=blind%20lawyer" : "</header>"]))
        }
    }

    @Test(
        "three of its heroes are on each page with little on it, and none on others",
        arguments: [
            ("/nowhere", 3), ("/about", 3), ("/favourites", 3), ("/heroes?q=zzzz", 3), ("/heroes/a-z/d", 3),
            ("/heroes", 0), ("/heroes/a-z/h", 0), ("/heroes?q=hero&page=2", 0),
        ])
    func posters(target: String, count: Int) async throws {
        let text = try await SiteUnderTest(Self.source).get(target).text
        let parts = text.split(separator: "class=\"posters\"", maxSplits: 1)
        #expect(parts.count == 1 ? count == 0 : parts[1].matches(of: /<li class="card"/).count == count)
        let ids = text.matches(of: /id="(hero-\d+)"/).map(\.1)
        #expect(Set(ids).count == ids.count)
    }

    @Test("has another hero each day, the same for everybody")
    func heroOfTheDay() async throws {
        var heroes: [String] = []
        for day in [0.0, 86_399, 86_400, 200_000_000] {
            let site = try SiteUnderTest(Self.source, configure: { $0.now = { Date(timeIntervalSince1970: day) } })
            let text = try await site.get("/").text
            let today = try #require(text.firstMatch(of: /id="today"[\s\S]*?id="(hero-\d+)"/)).1
            heroes.append(String(today))
        }
        #expect(heroes[0] == heroes[1])
        #expect(Set(heroes).count == 3)
    }

    @Test("has a hero of the day with a picture and two sentences, if there is one")
    func told() async throws {
        var source = Self.source
        let picture = Thumbnail(path: "https://pictures.example/9", fileExtension: "jpg")
        source.heroes[20] = Hero(id: 21, name: "Hero 21", description: "Flies. Sings.")
        source.heroes[21] = Hero(id: 22, name: "Hero 22", description: "Flies.", thumbnail: picture)
        source.heroes[22] = Hero(id: 23, name: "Hero 23", description: "Flies. Sings.", thumbnail: picture)
        for day in 0..<5 {
            let site = try SiteUnderTest(
                source, configure: { $0.now = { Date(timeIntervalSince1970: Double(day) * 86_400) } })
            let text = try await site.get("/").text
            #expect(text.firstMatch(of: /id="today"[\s\S]*?id="(hero-\d+)"/)?.1 == "hero-23")
        }
    }

    @Test("does without events and teams, and fails as a list does")
    func lacking() async throws {
        var source = ScriptedSource.usual.failing([.topics(.events): .broken("odd")])
        let text = try await SiteUnderTest(source).get("/").text
        expectText(text, has: ["Hero of the day"], lacks: ["id=\"events\"", "id=\"teams\""])
        source.before = { _ throws(HeroError) in throw .timedOut("late") }
        #expect(await (try SiteUnderTest(source)).get("/").status == .gatewayTimeout)
        let parts = try await SiteUnderTest.late("/", Self.source).parts
        #expect(parts[0].contains("class=\"skeleton\""))
        #expect(parts[1].contains("Hero of the day"))
    }
}
