import Foundation
import HTTP
import HTTPTypes
import Heroes
import Synchronization
import Testing

@testable import Site

@Suite("Pages of events, series and comics")
struct TopicPageTests {
    private static let path = "/events/238-civil-war"
    /// A hero on the second page of the event, the last but one.
    private static let hero = ScriptedSource.lastHero - 1

    private func text(_ target: String, _ source: ScriptedSource = .withEvent) async throws -> String {
        try await SiteUnderTest(source).get(target, .of(["Host": "site.example"])).text
    }

    @Test("the second page of an event has the last heroes, and says so in its metadata")
    func secondPage() async throws {
        let text = try await text(Self.path + "?page=2")
        let metadata = [
            "rel=\"prev\"", "<link rel=\"canonical\" href=\"http://site.example\(Self.path)?page=2\">",
            "<title>Civil &lt;War&gt;, page 2", "\"@type\":\"BreadcrumbList\"", "\"name\":\"Events\"",
        ]
        expectText(text, has: metadata, lacks: ["series-heading"])
        #expect(text.matches(of: /<li class="card"/).count == 5)
    }

    @Test("lists have the words of their kinds")
    func lists() async throws {
        expectText(try await text("/people"), has: ["<h1>All people</h1>", "1 person</h2>"])
        expectText(try await text("/events"), has: ["<h1>All events</h1>", "2 events</h2>"])
        expectText(
            try await text(Self.path + "/comics"),
            has: ["<h1><bdi>Civil &lt;War&gt;</bdi> comics</h1>", "4 comics</h2>"])
    }

    @Test(
        "dates are words",
        arguments: [
            (Topic(.comics, id: 1, title: "", start: PartialDate(year: 1962, month: 8)), "August 1962"),
            (Topic(.comics, id: 1, title: "", start: PartialDate(year: 1962)), "1962"),
            (
                Topic(
                    .events, id: 1, title: "", start: PartialDate(year: 2006, month: 1), end: PartialDate(year: 2006)),
                "2006"
            ),
            (Topic(.events, id: 1, title: "", start: PartialDate(year: 2006)), "2006"),
            (
                Topic(.series, id: 1, title: "", start: PartialDate(year: 1999), end: PartialDate(year: 2003)),
                "1999–2003"
            ),
            (Topic(.series, id: 1, title: "", end: PartialDate(year: 2003)), nil),
        ])
    func dates(_ topic: Topic, _ words: String?) {
        #expect(topic.dates == words)
    }

    @Test(
        "a page takes at most five requests to the source",
        arguments: [path, "/series/7-the-wars", "/comics/101-war-1"])
    func requests(_ target: String) async throws {
        let requests = Mutex<[ScriptedSource.Query]>([])
        var source = ScriptedSource.withEvent
        source.before = { query throws(HeroError) in requests.withLock { $0.append(query) } }
        _ = try await text(target, source)
        #expect(requests.withLock { $0.count } <= 5)
    }

    @Test("the title of a story links to its comic, if that is known")
    func links() async throws {
        var source = ScriptedSource.withEvent
        source.topics[.stories] = [
            Topic(.stories, id: 1, title: "Told", parents: [TopicReference("War #1", TopicID(.comics, 101))]),
            Topic(.stories, id: 2, title: "Untold"),
        ]
        let hero = try await text("/heroes/1009610-spider-man", source)
        expectText(hero, has: ["<a href=\"/comics/101-war-1\">Told</a>", "auto\">Untold</h3>"])
    }

    @Test("a hero opened from an event leads back to it, has its neighbours, and so has the heart")
    func backLink() async throws {
        var source = ScriptedSource.withEvent
        let site = try SiteUnderTest(source)
        let fields = HTTPFields.of(["Host": "site.example", "Referer": "http://site.example\(Self.path)?page=2"])
        let text = try await site.get("/heroes/\(Self.hero)-hero-\(Self.hero)", fields).text
        #expect(text.contains("<a href=\"\(Self.path)?page=2#hero-\(Self.hero)\">Back to the event</a>"))
        let from = "?from=%2Fevents%2F238-civil-war%3Fpage%3D2"
        #expect(text.contains("name=\"back\" value=\"/heroes/\(Self.hero)-hero-\(Self.hero)\(from)\""))
        source.cachedTopics = [ScriptedSource.event]
        let known = try await SiteUnderTest(source).get("/heroes/\(Self.hero)-hero-\(Self.hero)", fields).text
        #expect(known.contains(">Civil &lt;War&gt;</a>"))
        let toggled = await site.post("/favourites/\(Self.hero)", "action=add&back=\(Self.path)?page%3D2")
        #expect(toggled.fields[.location] == "\(Self.path)?page=2&first=\(Self.hero)#hero-\(Self.hero)")
    }

    @Test("a hero without works has one sentence if the page is streamed")
    func noTopics() async throws {
        var source = ScriptedSource.usual
        source.topics = [:]
        let text = try await SiteUnderTest.late("/heroes/1009610-spider-man", source).parts.joined()
        expectText(text, has: ["No comics, events, stories or series listed.", "<i slot=\"events\" hidden></i>"])
    }

    @Test("an event has its comics in order before its heroes, each with its date, and says which are tie-ins")
    func readingOrder() async throws {
        var source = ScriptedSource.withEvent
        var tieIn = Topic(.comics, id: 91, title: "B #1", start: PartialDate("2006-07"))
        tieIn.role = "tie-in"
        let own = Topic(.comics, id: 90, title: "A #1", start: PartialDate("2006-06-14"))
        source.parts[ScriptedSource.event.id] = [.comics: [own, tieIn]]
        let text = try await SiteUnderTest(source).get("/events/238-civil-war").text
        let parts = [".cbl", "A #1", "14 June 2006", "tie-in", "B #1", "Tie-in · July 2006", "id=\"heroes-heading\""]
        #expect(text.contains(inOrder: parts))
    }

    @Test(
        "the heroes of an event stand by side, and founders and heroes that a person made come first, under a heading")
    func groups() async throws {
        func cast(_ roles: [Hero.Role?]) -> [Hero] {
            roles.enumerated().map { number, role in
                var hero = Hero(id: number + 1, name: "Hero \(number + 1)")
                hero.role = role
                return hero
            }
        }
        var source = ScriptedSource.withEvent
        source.cast[ScriptedSource.event.id] = cast([.side("For"), .side("Against"), .side("For"), nil])
        source.cast[ScriptedSource.team.id] = cast([.founder, nil])
        source.cast[ScriptedSource.person.id] = cast([.creation, nil])
        let site = try SiteUnderTest(source)
        for (topic, parts) in [
            (
                ScriptedSource.event,
                ["<h3>For</h3>", "Hero 1<", "Hero 3<", "<h3>Against</h3>", "Hero 2<", "Others", "Hero 4<"]
            ),
            (ScriptedSource.team, ["<h3>Founders</h3>", "Hero 1<", "<h3>Other members</h3>", "Hero 2<"]),
            (ScriptedSource.person, ["<h3>Created</h3>", "Hero 1<", "<h3>Also in their comics</h3>", "Hero 2<"]),
        ] {
            let target = Route.topic(topic.id, slug: Slug.of(topic.title), page: 1).target
            #expect(try await site.get(target).text.contains(inOrder: parts))
        }
    }

    @Test("a work in a list has whole sentences, unless its first is too long")
    func sentences() async throws {
        var source = ScriptedSource.withEvent
        let long = String(repeating: "on and ", count: 100) + "on."
        source.topics[.events] = [
            Topic(.events, id: 1, title: "Whole", description: "It “ends!” Here it does. Then it goes \(long)"),
            Topic(.events, id: 2, title: "Cut", description: "It goes \(long)"),
        ]
        let text = try await SiteUnderTest(source).get("/events").text
        expectText(text, has: [">It “ends!” Here it does.</p>"], lacks: ["Then it goes"])
        #expect(text.contains(/>It goes [a-z ]+…<\/p>/))
    }

    @Test("a comic leads to the issues before and after it in its series")
    func issues() async throws {
        var source = ScriptedSource.withEvent
        let series = TopicID(.series, 7)
        let issues = (1...3).map { number in
            Topic(
                .comics, id: 500 + number, title: "The Wars (1999) #\(number)",
                parents: [TopicReference("The Wars", series)])
        }
        source.parts[series] = [.comics: issues]
        source.topics[.comics]? += issues
        let site = try SiteUnderTest(source)
        func neighbours(_ number: Int) async throws -> [String] {
            try await site.get("/comics/\(500 + number)-the-wars-1999-\(number)").text
                .matches(of: /class="neighbour" href="\/comics\/(\d+)[^"]*" rel="(prev|next)"/).map {
                    "\($0.2) \($0.1)"
                }
        }
        #expect(try await neighbours(1) == ["next 502"])
        #expect(try await neighbours(2) == ["prev 501", "next 503"])
        #expect(try await neighbours(3) == ["prev 502"])
    }

    private static let team = Topic(
        .teams, id: 5, title: "New <Avengers>", description: "<p>They <b>assemble</b>.</p>",
        thumbnail: Thumbnail(path: "/pictures/avengers", fileExtension: "jpg"))

    /// A source that knows a team by its title, and a team's details.
    private static let withTeam: ScriptedSource = {
        var source = ScriptedSource.withEvent
        source.topics[.teams] = [team]
        (source.cachedTopics, source.hasTopicDetails) = ([ScriptedSource.team], true)
        return source
    }()

    @Test("a team of which only the title is known has description and picture")
    func details() async throws {
        let page = try await text("/teams/5-new-avengers", Self.withTeam)
        expectText(
            page,
            has: ["<p>They <strong>assemble</strong>.</p>", "/pictures/avengers", "Picture of New &lt;Avengers&gt;"])
    }

    @Test("a team without its details shows its title, and one that is gone has no page")
    func missingDetails() async throws {
        let (query, cast) = (ScriptedSource.Query.topic(Self.team.id), HeroQuery(in: Self.team.id, range: .page(1)))
        let failed = Self.withTeam.failing([query: .broken("cut"), .heroes(cast): .broken("cut")])
        expectText(
            try await text("/teams/5-new-avengers", failed), has: ["New &lt;Avengers&gt;", "Heroes couldn’t be loaded"])
        for query in [query, .heroes(cast)] {
            let site = try SiteUnderTest(Self.withTeam.failing([query: .notFound]))
            #expect(await site.get("/teams/5-new-avengers").status == .notFound)
        }
    }

    @Test("a failed part of a streamed page does not fail the others")
    func streamedFailures() async throws {
        let heroes = ScriptedSource.Query.heroes(HeroQuery(in: ScriptedSource.event.id, range: .page(1)))
        let series = ScriptedSource.Query.topics(.series, of: ScriptedSource.event.id)
        let source = ScriptedSource.withEvent.failing([heroes: .timedOut("late"), series: .broken("odd")])
        let (parts, log) = try await SiteUnderTest.late(Self.path, source)
        #expect(Set(log) == ["heroes: late", "series: odd"])
        expectText(parts.joined(), has: ["Heroes couldn’t be loaded", "Series couldn’t be loaded", "War #1"])
        let end = try await SiteUnderTest.late(Self.path + "?page=9", .withEvent).parts.joined()
        expectText(end, has: ["href=\"\(Self.path)?page=2\"", "Page 9 doesn’t exist."])
    }

    @Test("a complete page with a failed part has the others, and is not cached; a prefetch of it fails")
    func incomplete() async throws {
        let late: [ScriptedSource.Query: HeroError] = [.topics(.comics, of: ScriptedSource.event.id): .timedOut("late")]
        var source = ScriptedSource.withEvent.failing(late)
        source.changes = { 1 }
        let site = try SiteUnderTest(source)
        let request = Request(target: Self.path, fields: .of(["Host": "site.example"]))
        let text = try await site.site.respond(to: request).text
        expectText(text, has: ["Comics couldn’t be loaded", "\(PageRange.pageLength + 5) heroes"])
        #expect(site.site.immediateResponse(to: RequestHead(request)) == nil)
        #expect(await site.get(Self.path, .of(["Sec-Purpose": "prefetch"])).status == .gatewayTimeout)
    }

    @Test("the style sheet of late names has heroes and works")
    func lateNames() async throws {
        let text = try await text("/heroes/transitions.css?ids=5&works=comics-6,events-7,series-8,stories-9")
        let names = ["hero-5", "comics-6", "events-7", "series-8"]
        expectText(text, has: names.map { "#\($0){--portrait:\($0);" }, lacks: ["stories"])
    }
}
