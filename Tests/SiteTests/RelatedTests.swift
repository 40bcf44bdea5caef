import HTTP
import HTTPTypes
import Heroes
import Testing

@testable import Site

@Suite("Relations of heroes")
struct RelatedTests {
    private static let cached: ScriptedSource = {
        var source = ScriptedSource.usual
        source.hasDetails = true
        source.cachedHeroes = [ScriptedSource.spider]
        var hero = ScriptedSource.spider
        hero.relations = [
            Relation(.enemy, Hero(id: 1, name: "Hero 1")), Relation(.family, Hero(id: 2, name: "Aunt")),
            Relation(.enemy, Hero(id: 2, name: "Aunt"), "for a day"),
        ]
        hero.companions = [3, 1, 3, hero.id].map { Hero(id: $0, name: "Hero \($0)") }
        hero.firstReads = [Hero.FirstRead(Topic(.series, id: 7, title: "The Wars (1999) #3"), "And goes on.")]
        source.heroes[1] = hero
        return source
    }()

    @Test("a hero's page shows each related hero once, and a comic to start with that only its series has a page for")
    func parts() async throws {
        let text = try await SiteUnderTest(Self.cached).get("/heroes/1009610-spider-man").text
        let family = [
            "Who Spider-Man knows", "<h3>Family <span class=\"total\">1</span></h3>", "Aunt <small>for a day</small>",
            "<h3>Enemies <span",
            "Often together: <a href=\"/heroes/3-hero-3\"><bdi>Hero 3</bdi></a></p>",
        ]
        #expect(text.contains(inOrder: ["href=\"/series/7-the-wars-1999-3\">The Wars (1999) #3</a>"] + family))
        let cards = text.matches(of: /id="(hero-\d+)"/).map(\.1)
        #expect(cards.sorted() == ["hero-1", "hero-1009610", "hero-2"])
        #expect(!text.contains("Allies"))
    }

    @Test("portraits of related heroes have names for transitions, also if they arrive late")
    func names() async throws {
        let target = "/heroes/1009610-spider-man"
        let text = try await SiteUnderTest(Self.cached).get(target).text
        expectText(text, has: ["#hero-1{--portrait:hero-1;", "#hero-2{--portrait:hero-2;"], lacks: ["#hero-3{"])
        let late = try await SiteUnderTest.late(target, Self.cached).parts.joined()
        expectText(late, has: ["href=\"/heroes/transitions.css?ids=2,1\""], lacks: ["#hero-1{"])
    }

    @Test("a long shelf shows eight heroes and leads to the page of all, which has each with its reason")
    func all() async throws {
        var source = Self.cached
        source.heroes[1] = Hero(id: 1_009_610, name: "Spider-Man")
        source.heroes[1].relations = (1...11).map {
            Relation(.ally, Hero(id: $0, name: "Hero \($0)"), "met \($0) times")
        }
        let site = try SiteUnderTest(source)
        let text = try await site.get("/heroes/1009610-spider-man").text
        #expect(text.matches(of: /met \d+ times/).count == 8)
        #expect(text.contains("<a href=\"/heroes/1009610-spider-man/allies\">All 11 allies</a>"))
        let all = try await site.get("/heroes/1009610-spider-man/allies").text
        #expect(all.matches(of: /met \d+ times/).count == 11)
        expectText(all, has: ["<bdi>Spider-Man</bdi> allies</h1>"])
        for (segment, status) in [("enemies", 302), ("friends", 404)] {
            #expect(await site.get("/heroes/1009610-spider-man/\(segment)").status.code == status)
        }
    }
}

@Suite("Ways between heroes")
struct PathTests {
    private static let site: ScriptedSource = {
        var source = ScriptedSource.withEvent
        source.paths[[1_009_610, 2]] = [PathStep(Hero(id: 2, name: "Hero 2"), .relation(.enemy, reason: nil))]
        return source
    }()

    @Test("a way that is opened without names in its address has its canonical address")
    func canonical() async throws {
        let text = try await SiteUnderTest(Self.site).get("/heroes/1009610/to/2", .of(["Host": "site.example"])).text
        expectText(text, has: ["rel=\"canonical\" href=\"http://site.example/heroes/1009610-spider-man/to/2-hero-2\""])
    }

    @Test(
        "a way from or to a hero that is not there is not found",
        arguments: [
            ("/heroes/1009610-spider-man/to/404", 404), ("/heroes/404/to/2", 404), ("/heroes/2-hero-2/to/x", 400),
            ("/heroes/2-hero-2/to/2/3", 404), ("/heroes/404/to", 404),
        ])
    func notFound(_ target: String, status: Int) async throws {
        #expect(try await SiteUnderTest(Self.site).get(target).status.code == status)
    }

    @Test("a search for the other hero with a single result leads to the way")
    func choice() async throws {
        var source = Self.site
        source.matches = [ScriptedSource.spider, Hero(id: 1, name: "Hero 1")].map { SearchMatch($0, .name) }
        let response = try await SiteUnderTest(source).get("/heroes/1009610-spider-man/to?q=hero")
        #expect(response.status == .found)
        #expect(response.fields[.location] == "/heroes/1009610-spider-man/to/1-hero-1")
    }
}
