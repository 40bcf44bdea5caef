import HTTP
import HTTPTypes
import Heroes
import Testing

@testable import Site

@Suite("Relations of heroes")
struct RelatedTests {
    private static let target = "/heroes/1009610-spider-man"

    private static let cached: ScriptedSource = {
        var source = ScriptedSource.usual
        source.hasDetails = true
        source.cachedHeroes = [ScriptedSource.spider]
        var hero = ScriptedSource.spider
        hero.relations = [
            Relation(.enemy, Hero(id: 1, name: "Hero 1"), "stole his <body>"),
            Relation(.family, Hero(id: 2, name: "Aunt")),
            Relation(.enemy, Hero(id: 2, name: "Aunt"), "for a day"),
        ]
        hero.companions = [Hero(id: 3, name: "Hero 3"), Hero(id: 1, name: "Hero 1")]
        hero.firstReads = [
            Hero.FirstRead(Topic(.comics, id: 101, title: "War (1962) #1"), "Here <it> begins."),
            Hero.FirstRead(Topic(.series, id: 7, title: "The Wars (1999) #3"), "And goes on."),
        ]
        source.heroes[1] = hero
        return source
    }()

    private static let parts = [
        "<h2>Family</h2>", "Aunt <small>for a day</small>", "<h2>Enemies</h2>",
        "Hero 1 <small>stole his &lt;body&gt;</small>", "<h2>Often together</h2>", "Hero 3", "Start here",
        "href=\"/comics/101-war-1962-1\">War (1962) #1</a>", "Here &lt;it&gt; begins.",
        "href=\"/series/7-the-wars-1999-3\">The Wars (1999) #3</a>", "href=\"\(target)/start.cbl\"",
    ]

    @Test("a hero's page shows the comics to start with, relations with reasons, and others often together, each once")
    func parts() async throws {
        let text = try await SiteUnderTest(Self.cached).get(Self.target).text
        #expect(text.contains(inOrder: Self.parts))
        #expect(text.matches(of: /id="hero-(1|2|3)"/).count == 3 && !text.contains("Allies"))
        #expect(text.contains("name=\"back\" value=\"\(Self.target)\""))
    }

    @Test("late relations and comics to start with take their slots")
    func late() async throws {
        let parts = try await SiteUnderTest.late(Self.target, Self.cached).parts
        #expect(!parts[0].contains("Enemies") && parts[0].contains("<slot name=\"related\"></slot>"))
        let late = parts.dropFirst().joined()
        #expect(
            late.contains("slot=\"related\"")
                && late.contains("slot=\"start\""))
    }

    @Test("a hero without relations has no heading of them")
    func none() async throws {
        var source = Self.cached
        source.heroes[1] = ScriptedSource.spider
        let text = try await SiteUnderTest(source).get(Self.target).text
        for heading in ["Start here", "Family", "Allies", "Enemies", "Often together", "slot=\"related\""] {
            #expect(!text.contains(heading), "\(heading)")
        }
        #expect(await (try SiteUnderTest(source)).get(Self.target + "/start.cbl").status == .notFound)
    }
}

@Suite("Ways between heroes")
struct PathTests {
    private static let site: ScriptedSource = {
        var source = ScriptedSource.withEvent
        source.matches = [ScriptedSource.spider, Hero(id: 1, name: "Hero 1"), Hero(id: 2, name: "Hero 2")]
            .map { SearchMatch($0, .name) }
        source.paths[[1_009_610, 2]] = [
            PathStep(Hero(id: 1, name: "Hero 1"), .shared(TopicReference("Civil <War>", ScriptedSource.event.id))),
            PathStep(Hero(id: 2, name: "Hero 2"), .relation(.enemy, reason: "stole <his> hat")),
        ]
        return source
    }()

    @Test("a way is its heroes in order, each with the link to the one before, and has a canonical address")
    func steps() async throws {
        let fields = HTTPFields.of(["Host": "site.example"])
        let text = try await SiteUnderTest(Self.site).get("/heroes/1009610/to/2", fields).text
        let parts = [
            "<h1>How Spider-Man knows Hero 2</h1>", "id=\"hero-1009610\"",
            "Both in <a href=\"/events/238-civil-war\"><bdi>Civil &lt;War&gt;</bdi></a>", "id=\"hero-1\"",
            "Enemies: stole &lt;his&gt; hat", "id=\"hero-2\"",
        ]
        #expect(text.contains(inOrder: parts))
        #expect(
            text.contains("<link rel=\"canonical\" href=\"http://site.example/heroes/1009610-spider-man/to/2-hero-2\">")
        )
    }

    @Test(
        "pages without a way say so, and heroes that are not there are not found",
        arguments: [
            ("/heroes/2-hero-2/to/1009610", 200, "No way found"),
            ("/heroes/2-hero-2/to/2-hero-2", 200, "the same hero"),
            ("/heroes/1009610-spider-man/to/404", 404, nil), ("/heroes/404/to/2", 404, nil),
            ("/heroes/2-hero-2/to/x", 400, nil), ("/heroes/2-hero-2/to/2/3", 404, nil), ("/heroes/404/to", 404, nil),
            ("/heroes/2-hero-2/to", 200, "Who does Hero 2 know?"),
        ])
    func none(_ target: String, status: Int, words: String?) async throws {
        let response = try await SiteUnderTest(Self.site).get(target)
        #expect(response.status.code == status)
        if let words { #expect(try await response.text.contains(words)) }
    }

    @Test(
        "a search for the other hero links to the ways; a single result leads there, and without one the page says so")
    func choice() async throws {
        var source = Self.site
        let target = "/heroes/1009610-spider-man/to?q=hero"
        let text = try await SiteUnderTest(source).get(target).text
        #expect(
            text.contains("href=\"/heroes/1009610-spider-man/to/1-hero-1\"") && !text.contains("id=\"hero-1009610\""))
        source.matches?.removeLast()
        let response = try await SiteUnderTest(source).get(target)
        #expect(response.status == .found && response.fields[.location] == "/heroes/1009610-spider-man/to/1-hero-1")
        source.matches = []
        #expect(try await SiteUnderTest(source).get(target).text.contains("Nothing found for “hero”"))
        #expect(
            try await SiteUnderTest(source).get("/heroes/1009610-spider-man").text.contains(
                "action=\"/heroes/1009610-spider-man/to\""))
    }
}

@Suite("Reading lists")
struct ReadingListTests {
    @Test("an event's comics are a ComicRack list from first to last, with series, number, volume and year")
    func event() async throws {
        var source = ScriptedSource.withEvent
        let series = [TopicReference("Civil War (2006–2007)", TopicID(.series, 9))]
        source.parts[ScriptedSource.event.id] = [
            .comics: [
                Topic(.comics, id: 2, title: "Civil War #2 (2006)", start: PartialDate(year: 2006), parents: series),
                Topic(.comics, id: 1, title: "Black & White (1998) #½", start: PartialDate(year: 1999)),
                Topic(.comics, id: 3, title: "God Loves (2007)", start: PartialDate(year: 2007)),
            ]
        ]
        let response = try await SiteUnderTest(source).get("/events/238-civil-war/comics.cbl")
        #expect(response.fields[.contentDisposition] == "attachment; filename=\"civil-war.cbl\"")
        #expect(
            try await response.text == """
                <?xml version="1.0" encoding="utf-8"?>
                <ReadingList>
                <Name>Civil &lt;War&gt;</Name>
                <Books>
                <Book Series="Black &amp; White" Number="½" Volume="1998" Year="1999" />
                <Book Series="Civil War" Number="2" Volume="2006" Year="2006" />
                <Book Series="God Loves" Number="1" Volume="2007" Year="2007" />
                </Books>
                <Matchers />
                </ReadingList>

                """)
        let page = try await SiteUnderTest(source).get("/events/238-civil-war").text
        #expect(page.contains("href=\"/events/238-civil-war/comics.cbl\" download"))
    }

    @Test("all pages of a long event are in the list, and nothing else has one")
    func long() async throws {
        var source = ScriptedSource.withEvent
        source.parts[ScriptedSource.event.id] = [
            .comics: (1...201).map { Topic(.comics, id: $0, title: "War (2006) #\($0)") }
        ]
        let site = try SiteUnderTest(source)
        #expect(try await site.get("/events/238-civil-war/comics.cbl").text.ranges(of: "<Book").count == 202)
        for target in ["/series/7-the-wars/comics.cbl", "/events/404/comics.cbl", "/heroes/404/start.cbl"] {
            #expect(await site.get(target).status == .notFound, "\(target)")
        }
    }
}
