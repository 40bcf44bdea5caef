import HTTP
import HTTPTypes
import Heroes
import Testing

@testable import Site

@Suite("A search that names one thing exactly")
struct SearchAnswerTests {
    private static let (spider, doom) = (ScriptedSource.spider, Hero(id: 1, name: "Doctor Doom"))
    private static let (event, team) = (ScriptedSource.event, ScriptedSource.team)

    private static func source(
        _ named: [NamedMatch], _ change: (inout ScriptedSource) -> Void = { _ in }
    ) -> ScriptedSource {
        var source = ScriptedSource.withEvent
        source.matches = [SearchMatch(spider, .name), SearchMatch(doom, .name)]
        source.named = named
        change(&source)
        return source
    }

    private static func title(_ topic: Topic) -> String { "id=\"\(topic.id.text)\"" }

    private static let heroes = "<h2 id=\"heroes-heading\">Heroes</h2>"
    private static let mentions = "Also in your search</h2>"

    @Test(
        "a topic that is meant comes first with its kind and text, then others, then the heroes",
        arguments: [false, true])
    func topic(isLate: Bool) async throws {
        let source = Self.source([.topic(Self.event), .hero(Self.doom), .topic(Self.team)])
        let text = try await SiteUnderTest.text("/heroes?q=civil+war", source, isLate: isLate)
        let parts = [
            "<h1>", Self.title(Self.event), "<a href=\"/events/238-civil-war\">", "<p>Event · 2006–2007</p>",
            "Heroes against heroes.", Self.title(Self.team), "<p>Team</p>", Self.heroes, "class=\"cards\"",
        ]
        #expect(text.contains(inOrder: parts))
        expectText(text, has: [], lacks: [Self.mentions])
    }

    @Test("topics named beside a hero come after the cards, at most three")
    func mentions() async throws {
        let topics = (1...4).map { Topic(.series, id: $0, title: "Doom \($0)") }
        let source = Self.source([.hero(Self.spider)] + topics.map(NamedMatch.topic))
        let text = try await SiteUnderTest(source).get("/heroes?q=doom").text
        #expect(text.contains(inOrder: ["class=\"cards\"", Self.mentions] + topics.prefix(3).map(Self.title)))
        expectText(text, has: [], lacks: [Self.title(topics[3]), Self.heroes])
    }

    @Test("a topic that is shown is not repeated among the results of its kind")
    func groups() async throws {
        let source = Self.source([.topic(Self.event), .topic(Self.team)]) {
            $0.groups = [
                SearchGroup(.teams, [SearchGroup.Item(id: 5, name: "New <Avengers>")], total: 1),
                SearchGroup(
                    .events, [238, 240].map { SearchGroup.Item(id: $0, name: "Event \($0)") }, total: 2),
                SearchGroup(.comics, [SearchGroup.Item(id: 5, name: "Comic #5")], total: 3),
            ]
        }
        let text = try await SiteUnderTest(source).get("/heroes?q=war").text
        let groups = text.split(separator: "class=\"groups\"", maxSplits: 1)[1]
        expectText(
            String(groups), has: ["/events/240-event-240", "/comics/5-comic-5", ">All 3 comics<"],
            lacks: ["<h2>Teams</h2>", "/events/238", "All 2 events"])
    }

    @Test("the sentences about heroes that are not found are missing if something else is named")
    func sentences() async throws {
        for matches in [[SearchMatch(Self.doom, .keyword)], []] {
            let source = Self.source([.topic(ScriptedSource.person)]) {
                ($0.matches, $0.isComplete) = (matches, false)
                $0.groups = [SearchGroup(.comics, [SearchGroup.Item(id: 5, name: "Comic #5")], total: 1)]
            }
            let text = try await SiteUnderTest(source).get("/heroes?q=stan+lee").text
            expectText(
                text, has: ["<h1>Results for “stan lee”</h1>", "/people/30-stan-lee"],
                lacks: ["come closest", "No hero matches", "empty-state"])
        }
    }

    @Test("a topic alone is a result")
    func alone() async throws {
        let source = Self.source([.topic(Self.team)]) { $0.matches = [] }
        let text = try await SiteUnderTest(source).get("/heroes?q=avengers").text
        expectText(text, has: ["<h1>Results for", Self.title(Self.team)], lacks: ["empty-state", Self.heroes])
    }

    @Test("the path between two heroes is offered, above their cards")
    func path() async throws {
        let link =
            "<a class=\"button\" href=\"/heroes/1009610-spider-man/to/1-doctor-doom\">"
            + "How <bdi>Spider-Man</bdi> knows <bdi>Doctor Doom</bdi></a>"
        for (named, isOffered) in [
            ([NamedMatch.hero(Self.spider), .hero(Self.doom)], true),
            ([.hero(Self.spider), .topic(Self.event), .hero(Self.doom), .hero(ScriptedSource.hostile)], true),
            ([.hero(Self.spider), .topic(Self.event)], false), ([], false),
        ] {
            let text = try await SiteUnderTest(Self.source(named)).get("/heroes?q=a").text
            #expect(text.contains(inOrder: [link, "class=\"cards\""]) == isOffered, "\(named.count)")
        }
    }

    @Test("the end of a path is the hero that the search names, without a choice")
    func pathEnd() async throws {
        let matches = [ScriptedSource.hostile, Self.doom, Self.spider].map { SearchMatch($0, .name) }
        for (named, location) in [
            ([NamedMatch.hero(Self.doom)], "/heroes/1009610-spider-man/to/1-doctor-doom"),
            ([.topic(Self.team), .hero(Self.spider), .hero(Self.doom)], "/heroes/1009610-spider-man/to/1-doctor-doom"),
            ([.hero(Self.spider)], nil), ([.topic(Self.team)], nil),
        ] {
            let site = try SiteUnderTest(Self.source(named) { $0.matches = matches })
            let response = await site.get("/heroes/1009610-spider-man/to?q=doom")
            #expect(response.fields[.location] == location)
            #expect(response.status == (location == nil ? .ok : .found))
        }
    }

    @Test("a list that the search asks for is the first answer, if the source has such lists")
    func list() async throws {
        var source = NarrowedListTests.source
        (source.matches, source.isComplete, source.filter) = ([], false, HeroFilter(team: 5, side: .villain))
        source.named = [.topic(ScriptedSource.team)]
        let link = "href=\"/heroes?team=5&amp;side=villain&amp;sort=known\"><bdi>Villains of New &lt;Avengers&gt;</bdi>"
        let page = try await SiteUnderTest(source).get("/heroes?q=avengers+villains").text
        #expect(page.contains(inOrder: ["Results for", link, "id=\"teams-5\""]))
        expectText(page, has: [], lacks: ["Nothing found", "come closest"])
        source.choices = HeroChoices()
        expectText(try await SiteUnderTest(source).get("/heroes?q=avengers+villains").text, has: [], lacks: [link])
    }
}
