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
    private static let castCount = PageRange.pageLength + 5
    /// A hero on the second page of the event, the last but one.
    private static let hero = ScriptedSource.lastHero - 1

    private func text(_ target: String, _ source: ScriptedSource = .withEvent) async throws -> String {
        try await SiteUnderTest(source).get(target, .of(["Host": "site.example"])).text
    }

    @Test(
        "a work has its dates in words, links to other works, and metadata",
        arguments: [
            (
                path,
                [
                    "<h1 class=\"name\">Civil &lt;War&gt;</h1>", "Event · 2006–2007",
                    "data-share=\"http://site.example\(path)\"",
                    "alt=\"Cover of Civil &lt;War&gt;\"", "Page 1 of 2 · \(castCount) heroes",
                    "name=\"back\" value=\"\(path)\"", "<a href=\"/comics/101-war-1\">War #1</a>",
                    "<a href=\"\(path)/comics\">All 4 comics</a>", "<a href=\"/events\">All events</a>",
                    "class=\"attribution\"",
                ]
            ),
            (
                path + "?page=2",
                [
                    "rel=\"prev\"", "<link rel=\"canonical\" href=\"http://site.example\(path)?page=2\">",
                    "<title>Civil &lt;War&gt;, page 2", "\"@type\":\"BreadcrumbList\"", "\"name\":\"All heroes\"",
                    "\"name\":\"Events\"",
                ]
            ),
            (
                "/comics/101-war-1",
                [
                    "Comic · 10 August 1962", "No description yet.",
                    "<dt>Series</dt><dd><a href=\"/series/7-the-wars\"><bdi>The Wars</bdi></a></dd>",
                    "<dt>Event</dt><dd><a href=\"\(path)\"><bdi>Civil &lt;War&gt;</bdi></a></dd>",
                ]
            ),
            (
                "/comics/101-war-1",
                [
                    "<dt>Writer</dt><dd><a href=\"/people/30-stan-lee\"><bdi>Stan Lee</bdi></a></dd></div>\n<div><dt>Penciler</dt>",
                    "<dt>Inker</dt><dd><a href=\"/people/32-steve-ditko\"><bdi>Steve &lt;Ditko&gt;</bdi></a></dd>",
                    "<dt>By</dt><dd><a href=\"/people/33-a-nonymous\">",
                ]
            ),
            (
                "/teams/5-new-avengers",
                [
                    "<h1 class=\"name\">New &lt;Avengers&gt;</h1>", "<p class=\"work-kind quiet\">Team</p>",
                    "id=\"hero-1009610\"", "action=\"/favourites/1009610\"",
                    "<a href=\"/teams\">All teams</a>",
                    "<link rel=\"canonical\" href=\"http://site.example/teams/5-new-avengers\">",
                    "slot=\"events\"", "content=\"http://site.example/static/icon-512.png", "\"name\":\"Teams\"",
                ]
            ),
            (
                "/people/30-stan-lee",
                [
                    "<p class=\"work-kind quiet\">Person</p>", "id=\"hero-66\"", "slot=\"comics\"",
                    "<a href=\"/people\">All people</a>",
                ]
            ),
            ("/people", ["<h1>All people</h1>", "<a href=\"/people/30-stan-lee\">Stan Lee</a>", "1 person</h2>"]),
            ("/teams", ["<h1>All teams</h1>", ">New &lt;Avengers&gt;</a>", "<a href=\"/people\">People</a>"]),
            ("/series/7-the-wars", ["Series · since 1999", "No heroes listed."]),
            (
                path + "/comics",
                [
                    "<h1><bdi>Civil &lt;War&gt;</bdi> comics</h1>", "4 comics</h2>",
                    "<a href=\"\(path)\"><bdi>Civil",
                ]
            ),
            (path + "/series", ["No series listed"]), ("/events", ["<h1>All events</h1>", "2 events</h2>"]),
        ] as [(String, [String])])
    func content(_ target: String, _ parts: [String]) async throws {
        let text = try await text(target)
        for part in parts { #expect(text.contains(part), "\(part)") }
        if target.hasPrefix(Self.path + "?") || target == Self.path {
            #expect(text.matches(of: /<li class="card"/).count == (target == Self.path ? PageRange.pageLength : 5))
            #expect(!text.contains("series-heading"))
        }
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

    @Test("titles on hero pages and in lists link to the works, a story's to its comic")
    func links() async throws {
        var source = ScriptedSource.withEvent
        source.topics[.stories] = [
            Topic(.stories, id: 1, title: "Told", parents: [TopicReference("War #1", TopicID(.comics, 101))]),
            Topic(.stories, id: 2, title: "Untold"),
        ]
        let hero = try await text("/heroes/1009610-spider-man", source)
        #expect(hero.contains("<a href=\"\(Self.path)\">Civil &lt;War&gt;</a>"))
        #expect(hero.contains("<a href=\"/comics/101-war-1\">Told</a>") && hero.contains("auto\">Untold</h3>"))
        let list = try await text("/heroes/1009610-spider-man/comics?page=2", source)
        #expect(
            list.contains("<a href=\"/comics/101-war-1\">War #1</a>")
                && list.contains("\(PageRange.pageLength + 5) comics</h2>"))
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

    @Test("a hero without works has one sentence, also if the page is streamed")
    func noTopics() async throws {
        var source = ScriptedSource.usual
        source.topics = [:]
        let sentence = "No comics, events, stories or series listed."
        let text = try await text("/heroes/1009610-spider-man", source)
        #expect(text.contains(sentence) && !text.contains("class=\"works\""))
        let streamed = try await SiteUnderTest.late("/heroes/1009610-spider-man", source).parts.joined()
        #expect(streamed.contains(sentence) && streamed.contains("<i slot=\"events\" hidden></i>"))
    }

    @Test("the work is in the first part; its heroes and works follow")
    func streamed() async throws {
        let parts = try await SiteUnderTest.late(Self.path, .withEvent).parts
        #expect(parts[0].contains("<h1 class=\"name\">Civil &lt;War&gt;</h1>"))
        #expect(parts[0].contains("<slot name=\"heroes\">") && parts[0].contains("<slot name=\"comics\">"))
        let late = parts.dropFirst().joined()
        #expect(late.contains("slot=\"heroes\"") && late.contains("transitions.css?ids=1009610,66,"))
        #expect(late.contains("slot=\"comics\"") && late.contains("transitions.css?works=comics-101,comics-102"))
        #expect(late.contains("<i slot=\"series\" hidden></i>") && late.contains("slot=\"attribution\""))
    }

    @Test("a failed part of a streamed page does not fail the others")
    func streamedFailures() async throws {
        let heroes = ScriptedSource.Query.heroes(HeroQuery(in: ScriptedSource.event.id, range: .page(1)))
        let series = ScriptedSource.Query.topics(.series, of: ScriptedSource.event.id)
        let source = ScriptedSource.withEvent.failing([heroes: .timedOut("late"), series: .broken("odd")])
        let (parts, log) = try await SiteUnderTest.late(Self.path, source)
        let text = parts.joined()
        #expect(Set(log) == ["heroes: late", "series: odd"])
        #expect(text.contains("Heroes couldn’t be loaded") && text.contains("Series couldn’t be loaded"))
        #expect(text.contains("War #1"))
        let end = try await SiteUnderTest.late(Self.path + "?page=9", .withEvent).parts.joined()
        #expect(end.contains("href=\"\(Self.path)?page=2\"") && end.contains("Page 9 doesn’t exist."))
    }

    @Test("a complete page with a failed part has the others, and is not cached; a prefetch of it fails")
    func incomplete() async throws {
        let late: [ScriptedSource.Query: HeroError] = [.topics(.comics, of: ScriptedSource.event.id): .timedOut("late")]
        var source = ScriptedSource.withEvent.failing(late)
        source.changes = { 1 }
        let site = try SiteUnderTest(source)
        let request = Request(target: Self.path, fields: .of(["Host": "site.example"]))
        let text = try await site.site.respond(to: request).text
        #expect(text.contains("Comics couldn’t be loaded") && text.contains("\(Self.castCount) heroes"))
        #expect(site.site.immediateResponse(to: RequestHead(request)) == nil)
        #expect(await site.get(Self.path, .of(["Sec-Purpose": "prefetch"])).status == .gatewayTimeout)
    }

    @Test("the style sheet of late names has heroes and works")
    func lateNames() async throws {
        let text = try await text("/heroes/transitions.css?ids=5&works=comics-6,events-7,series-8,stories-9")
        for name in ["hero-5", "comics-6", "events-7", "series-8"] {
            #expect(text.contains("#\(name){--portrait:\(name);"))
        }
        #expect(!text.contains("stories"))
    }
}
