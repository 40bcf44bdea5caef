import Heroes
import Testing

@testable import Site

@Suite("Details that need a call of their own")
struct HeroDetailsTests {
    private static let target = "/heroes/1009610-spider-man"
    private static let query = ScriptedSource.Query.hero(ScriptedSource.spider.id)

    private static let full = Hero(
        id: ScriptedSource.spider.id, name: "Spider-Man", description: ScriptedSource.spider.description,
        biography: "<h2>Origin</h2><p onclick=x>Bitten <script>bad()</script>by a spider.</p>",
        facts: HeroFacts(realName: "Peter Parker", appearances: 1773))

    /// Returns a source with these details of Spider-Man; the head is cached.
    private func source(_ details: Hero? = full, cached: [Hero] = [ScriptedSource.spider]) -> ScriptedSource {
        var source = ScriptedSource.usual
        source.hasDetails = true
        source.cachedHeroes = cached
        source.heroes = [details].compactMap(\.self)
        return source
    }

    /// Returns the first part of the page if the source answers late, and the remainder.
    private func streamed(_ source: ScriptedSource) async throws -> (first: String, remainder: String) {
        let parts = try await SiteUnderTest.late(Self.target, source).parts
        return (parts.first ?? "", parts.dropFirst().joined())
    }

    private static let parts = [
        "<h1 class=\"name\">Spider-Man</h1>", "Comic #1", "More about <bdi>Spider-Man</bdi></h2>",
        "<bdi>Peter Parker</bdi>",
        "<bdi>1,773 issues</bdi>", "<p><strong>Origin</strong></p><p>Bitten by a spider.</p>",
    ]

    @Test("a quick source gets a complete page, with the details, which may be long, after the works")
    func complete() async throws {
        let text = try await SiteUnderTest(source()).get(Self.target).text
        #expect(text.contains(inOrder: Self.parts))
        #expect(text.matches(of: /Peter Parker/).count == 1)
    }

    @Test("works come before relations, and where to start before both")
    func order() async throws {
        var hero = Hero(id: ScriptedSource.spider.id, name: "Spider-Man")
        hero.relations = [Relation(.enemy, Hero(id: 1, name: "Hero 1"))]
        hero.firstReads = [Hero.FirstRead(Topic(.comics, id: 5, title: "One"), "Begins it all.")]
        let text = try await SiteUnderTest(source(hero)).get(Self.target).text
        #expect(text.contains(inOrder: ["id=\"start-heading\"", "id=\"comics-heading\"", "slot=\"related\""]))
    }

    @Test("a cached head is sent at once, and late details follow")
    func late() async throws {
        let (first, remainder) = try await streamed(source())
        #expect(!first.contains("Peter Parker"))
        expectText(remainder, has: Array(Self.parts.dropFirst()))
    }

    @Test("an unknown hero has the same parts, with the facts among the details")
    func unknown() async throws {
        let complete = try await SiteUnderTest(source(cached: [])).get(Self.target).text
        #expect(complete.matches(of: /Peter Parker<\/bdi>/).count == 1)
    }

    @Test("a hero without details has no such part, also if the source answers late")
    func none() async throws {
        let plain = Hero(id: ScriptedSource.spider.id, name: "Spider-Man")
        let (_, remainder) = try await streamed(source(plain, cached: [plain]))
        expectText(remainder, has: ["<i slot=\"details\" hidden></i>"], lacks: ["More about"])
    }

    @Test("details that fail are a box with a retry link, and their cause is logged; the page is shown and not cached")
    func failing() async throws {
        var source = source().failing([Self.query: .broken("odd")])
        source.changes = { 1 }
        let site = try SiteUnderTest(source)
        let response = await site.get(Self.target)
        let text = try await response.text
        #expect(response.status == .ok)
        #expect(!response.isCacheable)
        let parts = ["Details couldn’t be loaded", "Comic #1"]
        expectText(text, has: parts + ["<a class=\"button\" href=\"\(Self.target)\">Try again</a>"])
        #expect(site.log.lines == ["details: odd"])
        let (_, remainder) = try await streamed(source)
        expectText(remainder, has: parts)
    }

    @Test("a cached hero that the source no longer has is a 404, or says so if the head was sent")
    func notFound() async throws {
        #expect(await (try SiteUnderTest(source(nil))).get(Self.target).status == .notFound)
        let (first, remainder) = try await streamed(source(nil))
        #expect(first.contains(Self.parts[0]))
        expectText(remainder, has: ["Hero not found. It may", "href=\"/heroes\""])
    }

    @Test("links to the source's pages of heroes lead to this site, and other links to the source's site")
    func links() async throws {
        var source = source(
            Hero(
                id: ScriptedSource.spider.id, name: "Spider-Man",
                description: "<a href=\"/storm/4005-1444/\">Storm</a>",
                biography: "<a href=\"../storm/4005-1444/\">Her</a> <a href=\"/los-angeles/4020-56019/\">home</a>"),
            cached: [])
        source.pages = ["https://source.example/storm/4005-1444/": Hero(id: 1444, name: "Storm")]
        let site = try SiteUnderTest(source, configure: { $0.descriptionBase = "https://source.example/" })
        let text = try await site.get(Self.target).text
        let home = "<a href=\"https://source.example/los-angeles/4020-56019/\" rel=\"noopener nofollow ugc\">home</a>"
        expectText(text, has: ["Storm", "Her"].map { "<a href=\"/heroes/1444-storm\">\($0)</a>" } + [home])
    }
}
