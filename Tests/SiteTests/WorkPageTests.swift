import Foundation
import HTTP
import HTTPTypes
import Heroes
import Support
import Synchronization
import Testing

@testable import Site

@Suite("Pages of events, series and comics")
struct WorkPageTests {
    private static let path = "/events/238-civil-war"
    private static let castCount = PageRange.pageLength + 5
    /// A hero on the second page of the event, the last but one.
    private static let hero = ScriptedSource.lastHero - 1

    private func text(_ target: String, _ source: ScriptedSource = .withEvent) async throws -> String {
        try await SiteUnderTest(source).get(target, .of(["Host": "site.example"])).text
    }

    private func parts(
        _ target: String, cached: [Work] = [], failing: [ScriptedSource.Query: HeroError] = [:]
    ) async throws -> [String] {
        let gate = Gate()
        var source = ScriptedSource.withEvent
        source.cachedWorks = cached
        source.isCached = { _ in false }
        source.before = { query throws(HeroError) in
            await gate.wait()
            if let error = failing[query] { throw error }
        }
        let response = try await SiteUnderTest(source, streamingDelay: .milliseconds(1)).get(target)
        guard case .stream(let write) = response.body else { return [] }
        let parts = Mutex<[String]>([])
        try await write(
            BodyWriter { bytes in
                parts.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
                gate.open()
            })
        return parts.withLock { $0 }
    }

    @Test("an event has its cover, dates, description, twenty heroes with hearts, and its comics as links")
    func event() async throws {
        let text = try await text(Self.path)
        #expect(text.contains("<h1 class=\"name\">Civil &lt;War&gt;</h1>") && text.contains("Event · 2006–2007"))
        #expect(text.contains("data-share=\"\(Self.path)\""))
        #expect(text.contains("alt=\"Cover of Civil &lt;War&gt;\"") && text.contains("<em>against</em>"))
        #expect(
            text.matches(of: /<li class="card"/).count == PageRange.pageLength
                && text.contains("Page 1 of 2 · \(Self.castCount) heroes"))
        #expect(text.contains("name=\"back\" value=\"\(Self.path)\""))
        #expect(text.contains("<a href=\"/comics/101-war-1\">War #1</a>"))
        #expect(text.contains("<a href=\"\(Self.path)/comics\">All 4 comics</a>") && !text.contains("series-heading"))
        #expect(text.contains("<a href=\"/events\">All events</a>") && text.contains("class=\"attribution\""))
        let last = try await self.text(Self.path + "?page=2")
        #expect(last.matches(of: /<li class="card"/).count == 5 && last.contains("rel=\"prev\""))
    }

    @Test("a comic has its date in words and links to its series and event")
    func comic() async throws {
        let text = try await text("/comics/101-war-1")
        #expect(text.contains("Comic · 10 August 1962") && text.contains("No description yet."))
        #expect(text.contains("<dt>Series</dt><dd><a href=\"/series/7-the-wars\"><bdi>The Wars</bdi></a></dd>"))
        #expect(text.contains("<dt>Event</dt><dd><a href=\"\(Self.path)\"><bdi>Civil &lt;War&gt;</bdi></a></dd>"))
    }

    @Test("a series without an end continues, and without heroes it says so")
    func series() async throws {
        let text = try await text("/series/7-the-wars")
        #expect(text.contains("Series · since 1999") && text.contains("No heroes listed."))
    }

    @Test(
        "dates are words",
        arguments: [
            (Work(.comics, id: 1, title: "", start: PartialDate(year: 1962, month: 8)), "August 1962"),
            (Work(.comics, id: 1, title: "", start: PartialDate(year: 1962)), "1962"),
            (
                Work(.events, id: 1, title: "", start: PartialDate(year: 2006, month: 1), end: PartialDate(year: 2006)),
                "2006"
            ),
            (Work(.events, id: 1, title: "", start: PartialDate(year: 2006)), "2006"),
            (
                Work(.series, id: 1, title: "", start: PartialDate(year: 1999), end: PartialDate(year: 2003)),
                "1999–2003"
            ),
            (Work(.series, id: 1, title: "", end: PartialDate(year: 2003)), nil),
        ])
    func dates(_ work: Work, _ words: String?) {
        #expect(work.dates == words)
    }

    @Test(
        "an address without a slug leads to the canonical one, also of a list of works",
        arguments: [
            ("/events/238", path), ("/events/238?page=2", path + "?page=2"), ("/comics/101", "/comics/101-war-1"),
            ("/events/238/comics?page=1", path + "/comics"), (path + "/", path),
        ])
    func redirect(_ target: String, _ canonical: String) async throws {
        for cached in [[], [ScriptedSource.event, ScriptedSource.comic]] {
            var source = ScriptedSource.withEvent
            source.cachedWorks = cached
            let response = try await SiteUnderTest(source).get(target)
            #expect(response.status == .movedPermanently && response.fields[.location] == canonical)
        }
    }

    @Test(
        "unknown works, unknown kinds and pages past the end are 404, malformed addresses 400",
        arguments: [
            ("/events/9-x", 404, "Event not found"), ("/comics/999", 404, "Comic not found"),
            ("/series/9-x/comics", 404, "Series not found"), (path + "?page=3", 404, "href=\"\(path)?page=2\""),
            ("/stories/1-x", 404, ""), (path + "/stories", 404, ""), ("/events/x", 400, "The event’s number"),
            (path + "?page=0", 400, ""), ("/comics/0x1", 400, "The comic’s number"),
        ])
    func failures(_ target: String, _ status: Int, _ words: String) async throws {
        let response = try await SiteUnderTest(ScriptedSource.withEvent).get(target)
        #expect(response.status.code == status)
        let text = try await response.text
        #expect(words.isEmpty || text.contains(words))
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
        source.works[.stories] = [
            Work(.stories, id: 1, title: "Told", parents: [WorkReference("War #1", WorkID(.comics, 101))]),
            Work(.stories, id: 2, title: "Untold"),
        ]
        let hero = try await text("/heroes/1009610-spider-man", source)
        #expect(hero.contains("<a href=\"\(Self.path)\">Civil &lt;War&gt;</a>"))
        #expect(hero.contains("<a href=\"/comics/101-war-1\">Told</a>") && hero.contains("auto\">Untold</h3>"))
        let list = try await text("/heroes/1009610-spider-man/comics?page=2", source)
        #expect(
            list.contains("<a href=\"/comics/101-war-1\">War #1</a>")
                && list.contains("\(PageRange.pageLength + 5) comics, newest first"))
    }

    @Test("works of works and all works of a kind have lists, which name their order")
    func lists() async throws {
        let comics = try await text(Self.path + "/comics")
        #expect(comics.contains("<h1><bdi>Civil &lt;War&gt;</bdi> comics</h1>"))
        #expect(comics.contains("4 comics, newest first") && comics.contains("<a href=\"\(Self.path)\"><bdi>Civil"))
        let all = try await text("/events")
        #expect(all.contains("<h1>All events</h1>") && all.contains("1 event, by name"))
        #expect(try await text(Self.path + "/series").contains("No series listed"))
    }

    @Test("a hero opened from an event leads back to it, has its neighbours, and so has the heart")
    func backLink() async throws {
        let site = try SiteUnderTest(ScriptedSource.withEvent)
        let fields = HTTPFields.of(["Host": "site.example", "Referer": "http://site.example\(Self.path)?page=2"])
        let text = try await site.get("/heroes/\(Self.hero)-hero-\(Self.hero)", fields).text
        #expect(text.contains("<a href=\"\(Self.path)?page=2#hero-\(Self.hero)\">Civil War</a>"))
        let from = "?from=%2Fevents%2F238-civil-war%3Fpage%3D2"
        #expect(text.contains("name=\"back\" value=\"/heroes/\(Self.hero)-hero-\(Self.hero)\(from)\""))
        for neighbour in [Self.hero - 1, Self.hero + 1] {
            #expect(text.contains("class=\"neighbour\" href=\"/heroes/\(neighbour)-hero-\(neighbour)\(from)\""))
        }
        let toggled = await site.post("/favourites/\(Self.hero)", "action=add&back=\(Self.path)?page%3D2")
        #expect(toggled.fields[.location] == "\(Self.path)?page=2&first=\(Self.hero)#hero-\(Self.hero)")
    }

    @Test("the title in the way back is the work's if it is cached")
    func titleOfBackLink() async throws {
        var source = ScriptedSource.withEvent
        source.cachedWorks = [ScriptedSource.event]
        let text = try await text("/heroes/\(Self.hero)-hero-\(Self.hero)?from=%2Fevents%2F238-civil-war", source)
        #expect(text.contains(">Civil &lt;War&gt;</a>"))
    }

    @Test("metadata: canonical address, breadcrumbs and the work as JSON-LD")
    func metadata() async throws {
        let event = try await text(Self.path + "?page=2")
        #expect(event.contains("<link rel=\"canonical\" href=\"http://site.example\(Self.path)?page=2\">"))
        #expect(event.contains("<title>Civil &lt;War&gt;, page 2"))
        for part in [
            "\"@type\":\"BreadcrumbList\"", "\"name\":\"All heroes\"", "\"name\":\"Events\"",
            "\"@type\":\"CreativeWork\"",
            "\"startDate\":\"2006-07\"", "\"endDate\":\"2007-01\"", "\"url\":\"http://site.example\(Self.path)\"",
        ] { #expect(event.contains(part), "\(part)") }
        let comic = try await text("/comics/101-war-1")
        for part in [
            "\"@type\":\"ComicIssue\"", "\"datePublished\":\"1962-08-10\"",
            "\"isPartOf\":[\"http://site.example/series/7-the-wars\",\"http://site.example\(Self.path)\"]",
        ] { #expect(comic.contains(part), "\(part)") }
        #expect(try await text("/series/7-the-wars").contains("\"@type\":\"ComicSeries\""))
    }

    @Test("hostile titles and descriptions are text on every page with works")
    func hostile() async throws {
        let name = ScriptedSource.hostile.name
        let work = Work(
            .events, id: 238, title: name, description: "<img src=x onerror=alert(1)><b>bold</b>",
            thumbnail: ScriptedSource.hostile.thumbnail, parents: [WorkReference(name, WorkID(.series, 1))])
        var source = ScriptedSource.withEvent
        source.works[.events] = [work]
        source.parts[work.id]?[.series] = [work]
        source.cachedWorks = [work]
        for target in [
            "/events/238-x", "/events/238-x/comics", "/events", "/heroes/1009610-spider-man",
            "/heroes/1009610-spider-man?from=%2Fevents%2F238-x",
        ] {
            let text = try await text(target, source)
            for part in ["<script>alert", "javascript:", "onerror"] { #expect(!text.contains(part), "\(target)") }
        }
    }

    @Test("a hero's facts are a list, with a link to the comic of the first appearance")
    func facts() async throws {
        var source = ScriptedSource.usual
        #expect(try await !text("/heroes/1009610-spider-man", source).contains("<dl"))
        let facts = HeroFacts(
            realName: "Peter <Parker>", aliases: ["Spidey", "Webs"], teams: ["Avengers"],
            firstAppearance: WorkReference("Amazing Fantasy (1962) #15", WorkID(.comics, 16926)))
        source.heroes.append(Hero(id: 1000, name: "X", facts: facts))
        let text = try await text("/heroes/1000-x", source)
        for row in [
            "<dt>Real name</dt><dd><bdi>Peter &lt;Parker&gt;</bdi></dd>",
            "<dt>Also known as</dt><dd><bdi>Spidey</bdi>, <bdi>Webs</bdi></dd>",
            "<dd><a href=\"/comics/16926-amazing-fantasy-1962-15\"><bdi>Amazing Fantasy (1962) #15</bdi></a></dd>",
            "<dt>Teams</dt><dd><bdi>Avengers</bdi></dd>", "\"alternateName\":[\"Peter ",
        ] { #expect(text.contains(row), "\(row)") }
    }

    @Test("a hero without works has one sentence, also if the page is streamed")
    func noWorks() async throws {
        var source = ScriptedSource.usual
        source.works = [:]
        let sentence = "No comics, events, stories or series listed."
        let text = try await text("/heroes/1009610-spider-man", source)
        #expect(text.contains(sentence) && !text.contains("class=\"works\""))
        let gate = Gate()
        source.before = { _ throws(HeroError) in await gate.wait() }
        let response = try await SiteUnderTest(source, streamingDelay: .milliseconds(1)).get(
            "/heroes/1009610-spider-man")
        #expect(response.isStreamed)
        gate.open()
        let streamed = try await response.text
        #expect(streamed.contains(sentence) && streamed.contains("<i slot=\"events\" hidden></i>"))
    }

    @Test("a cached work is in the first part, an unknown one is a loader titled by the slug; parts follow")
    func streamed() async throws {
        for cached in [[], [ScriptedSource.event]] {
            let parts = try await parts(Self.path, cached: cached)
            #expect(parts[0].contains("<h1 class=\"name\">Civil &lt;War&gt;</h1>") != cached.isEmpty)
            #expect(parts[0].contains("<slot name=\"head\">") == cached.isEmpty)
            #expect(parts[0].contains(cached.isEmpty ? "<title>Civil War" : "<title>Civil &lt;War&gt;"))
            #expect(parts[0].contains("<slot name=\"heroes\">") && parts[0].contains("<slot name=\"comics\">"))
            let late = parts.dropFirst().joined()
            #expect(late.contains("slot=\"heroes\"") && late.contains("transitions.css?ids=1009610,66,"))
            #expect(late.contains("slot=\"comics\"") && late.contains("transitions.css?works=comics-101,comics-102"))
            #expect(late.contains("<i slot=\"series\" hidden></i>") && late.contains("slot=\"attribution\""))
        }
    }

    @Test("a failed part of a streamed page does not fail the others")
    func streamedFailures() async throws {
        let heroes = ScriptedSource.Query.heroes(HeroQuery(in: ScriptedSource.event.id, range: .page(1)))
        let text = try await parts(
            Self.path, cached: [ScriptedSource.event],
            failing: [heroes: .timedOut("late"), .works(.series, of: ScriptedSource.event.id): .broken("odd")]
        ).joined()
        #expect(text.contains("Heroes couldn’t be loaded") && text.contains("Series couldn’t be loaded"))
        #expect(text.contains("War #1"))
        let unknown = try await parts("/events/9-x").joined()
        #expect(unknown.contains("Event not found") && unknown.contains("content=\"noindex\""))
        let end = try await parts(Self.path + "?page=9", cached: [ScriptedSource.event]).joined()
        #expect(end.contains("href=\"\(Self.path)?page=2\"") && end.contains("content=\"noindex\""))
    }

    @Test("a complete page with a failed part has the others, and is not cached; a prefetch of it fails")
    func incomplete() async throws {
        var source = ScriptedSource.withEvent
        source.changes = { 1 }
        source.before = { query throws(HeroError) in
            if case .works(.comics, of: _?) = query { throw .timedOut("late") }
        }
        let site = try SiteUnderTest(source)
        let request = Request(target: Self.path, fields: .of(["Host": "site.example"]))
        let text = try await site.site.respond(to: request).text
        #expect(text.contains("Comics couldn’t be loaded") && text.contains("\(Self.castCount) heroes"))
        #expect(site.site.immediateResponse(to: RequestHead(request)) == nil)
        #expect(await site.get(Self.path, .of(["Sec-Purpose": "prefetch"])).status == .gatewayTimeout)
    }

    @Test("the sitemap lists the lists of works and every cached event, series and comic")
    func sitemap() async throws {
        var source = ScriptedSource()
        source.cachedWorks = [ScriptedSource.event, ScriptedSource.comic, Work(.stories, id: 1, title: "Told")]
        let locations = try await text("/sitemap.xml", source).matches(of: /<loc>http:\/\/site.example(.*?)<\/loc>/)
            .map { String($0.1) }
        #expect(locations.contains("/events") && locations.contains("/series") && locations.contains("/comics"))
        #expect(locations.suffix(2) == ["/comics/101-war-1", Self.path])
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
