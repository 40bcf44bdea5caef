import HTTP
import HTTPTypes
import Heroes
@testable import Site
import Testing

@Suite("Responses to requests and source failures")
struct ResponseTests {
    @Test("a refused request gets a page, or a JSON problem, with the time to wait", arguments: [429, 503])
    func refusal(status: Int) async throws {
        let site = try SiteUnderTest()
        let heading = status == 429 ? "Too many requests" : "We’re very busy"
        for (fields, type) in [
            (HTTPFields(), "text/html; charset=utf-8"), ([.accept: "application/json"], "application/problem+json"),
        ] {
            let request = Request(target: "/heroes", fields: fields)
            let response = site.site.errorPage(HTTPResponse.Status(code: status), for: request)
            #expect(response.status.code == status)
            #expect(response.fields[.retryAfter] == "2")
            #expect(response.fields[.contentType] == type)
            #expect(try await response.text.contains(heading))
        }
    }

    @Test("every request may need the source but a form, unless it names an unknown hero or imports a list")
    func mayNeedSource() throws {
        var source = ScriptedSource.usual
        source.cachedHeroes = [Hero(id: 1_009_610, name: "Spider-Man")]
        let site = try SiteUnderTest(source).site
        for (method, target, needsSource) in [
            (.get, "/heroes", true), (.head, "/", true), (.post, "/favourites/import", true),
            (.post, "/favourites/1009610", false), (.post, "/favourites/77", true), (.post, "/favourites/undo", false),
            (.post, "/nowhere", false),
        ] as [(HTTPRequest.Method, String, Bool)] {
            #expect(site.mayNeedSource(Request(method: method, target: target)) == needsSource, "\(target)")
        }
    }

    @Test(
        "a variant of an address redirects to the canonical one",
        arguments: [
            ("/heroes/?page=2", "/heroes?page=2"),
            ("/heroes/1009610%2Dspider-man", "/heroes/1009610-spider-man"),
            ("/heroes/1009610", "/heroes/1009610-spider-man"), ("/heroes/1009610-", "/heroes/1009610-spider-man"),
            ("/heroes/1009610-Spider-Man/comics?page=2", "/heroes/1009610-spider-man/comics?page=2"),
            ("/heroes/19?from=/heroes?page%3D2", "/heroes/19-hero-19?from=%2Fheroes%3Fpage%3D2"),
            ("/events/238", "/events/238-civil-war"), ("/events/238?page=2", "/events/238-civil-war?page=2"),
            ("/comics/101", "/comics/101-war-1"), ("/events/238-civil-war/", "/events/238-civil-war"),
            ("/events/238/comics?page=1", "/events/238-civil-war/comics"), ("/events).", "/events"),
            ("/heroes/1009610-spider-man.", "/heroes/1009610"), ("/heroes/a-z/b”", "/heroes/a-z/b"),
        ])
    func canonical(_ target: String, _ location: String) async throws {
        var source = ScriptedSource.withEvent
        for topics in [[], [ScriptedSource.event, ScriptedSource.comic]] {
            source.cachedTopics = topics
            let response = try await SiteUnderTest(source).get(target)
            #expect(response.status == .movedPermanently)
            #expect(response.fields[.location] == location)
        }
    }

    @Test(
        "a hero with another name in the slug is shown, and the page declares its canonical address",
        arguments: [false, true])
    func otherSlug(isKnown: Bool) async throws {
        var source = ScriptedSource.usual
        if isKnown { source.cachedHeroes = [ScriptedSource.spider] }
        let site = try SiteUnderTest(source, publicURL: "https://heroes.example")
        for (path, end) in [("/heroes/1009610-iron-man", ""), ("/heroes/1009610-iron-man", "/comics?page=2")] {
            let response = await site.get(path + end)
            #expect(response.status == .ok)
            let text = try await response.text
            #expect(text.contains("rel=\"canonical\" href=\"https://heroes.example/heroes/1009610-spider-man\(end)\""))
        }
    }

    @Test("a hero whose name makes no slug is shown with any slug, and without one")
    func withoutSlug() async throws {
        var source = ScriptedSource.usual
        source.heroes = [Hero(id: 8, name: "\u{8718}\u{86DB}")]
        let site = try SiteUnderTest(source)
        for target in ["/heroes/8", "/heroes/8-spider", "/heroes/8/comics", "/heroes/8-spider/comics"] {
            #expect(await site.get(target).status == .ok, "\(target)")
        }
    }

    @Test("a form sent to a variant of an address is redirected with its content", arguments: ["%31", "1/"])
    func redirectedForm(_ number: String) async throws {
        let response = try await SiteUnderTest().post("/favourites/" + number, "action=add&back=/heroes")
        #expect(response.status == .permanentRedirect)
        #expect(response.fields[.location] == "/favourites/1")
        // A wrong method is reported before the address is corrected.
        #expect(try await SiteUnderTest().post("/heroes/", "").status == .methodNotAllowed)
    }

    @Test(
        "each kind of bad address has its status and a page, which says what was not found",
        arguments: [
            ("/nowhere", 404, ""), ("/heroes/5555-nobody", 404, ""), ("/heroes?page=4", 404, ""),
            ("/heroes?page=x", 400, ""), ("/heroes/spider", 400, ""), ("/favourites?page=2", 404, ""),
            ("/heroes/1009610-spider-man/comics?page=3", 404, ""), ("/heroes/1009610-spider-man/villains", 404, ""),
            ("/static/none.css", 404, ""), ("/static/../Package.swift", 404, ""),
            ("/static/%2e%2e/Package.swift", 404, ""), ("/events/9-x", 404, "Event not found"),
            ("/comics/999", 404, "Comic not found"), ("/series/9-x/comics", 404, "Series not found"),
            ("/events/238-civil-war?page=3", 404, "href=\"/events/238-civil-war?page=2\""), ("/stories/1-x", 404, ""),
            ("/events/x", 400, "The event’s number"), ("/comics/0x1", 400, "The comic’s number"),
        ])
    func badAddress(_ target: String, _ status: Int, _ words: String) async throws {
        let response = try await SiteUnderTest(ScriptedSource.withEvent).get(target)
        #expect(response.status.code == status)
        #expect(response.fields[.contentType] == "text/html; charset=utf-8")
        let text = try await response.text
        expectText(text, has: ["class=\"masthead\""] + (words.isEmpty ? [] : [words]))
    }

    @Test(
        "a wrong method gets the allowed ones",
        arguments: [
            ("/heroes", "GET, HEAD"), ("/favourites/move", "GET, HEAD, POST"),
        ])
    func wrongMethod(_ target: String, _ allowed: String) async throws {
        let site = try SiteUnderTest().site
        for method: HTTPRequest.Method in [.get, .post, .delete, .put, .options, .patch]
        where !allowed.contains(method.rawValue) {
            let response = await site.respond(to: Request(method: method, target: target))
            #expect(response.status == .methodNotAllowed)
            #expect(response.fields[.allow] == allowed)
        }
    }

    @Test(
        "GET of an address that only takes forms redirects to the favourites, as for a restored tab",
        arguments: ["1", "1/", "import", "clear", "undo", "code"], [HTTPRequest.Method.get, .head])
    func restoredTab(_ form: String, _ method: HTTPRequest.Method) async throws {
        let site = try SiteUnderTest().site
        let response = await site.respond(to: Request(method: method, target: "/favourites/" + form))
        #expect(response.status == .seeOther)
        #expect(response.fields[.location] == "/favourites")
        #expect(response.fields[.cacheControl] == "no-store")
        for method: HTTPRequest.Method in [.delete, .put, .options, .patch] where form != "1/" {
            let response = await site.respond(to: Request(method: method, target: "/favourites/" + form))
            #expect(response.status == .methodNotAllowed)
            #expect(response.fields[.allow]?.hasSuffix("POST") == true)
        }
    }

    @Test("a cross-site form is logged in one bounded line, with its Origin and Host")
    func crossSiteForm() async throws {
        let site = try SiteUnderTest()
        let origin = "http://heroes.lan:18388" + String(repeating: "x", count: 1000) + "\u{1B}[31m"
        let response = await site.post("/favourites/1", "action=add", .of(["Host": "heroes.lan", "Origin": origin]))
        #expect(response.status == .forbidden)
        let line = try #require(site.log.lines.first)
        #expect(site.log.lines.count == 1)
        #expect(line.utf8.count < 600)
        expectText(line, has: ["http://heroes.lan:18388x", "Host “heroes.lan”", "--public-url"], lacks: ["\u{1B}"])
    }

    @Test(
        "a form from the public address is accepted, whatever Host a proxy sends",
        arguments: ["heroes.lan", "127.0.0.1:8080", "heroes.lan:80", "backend"])
    func publicForm(_ host: String) async throws {
        let site = try SiteUnderTest(publicURL: "http://heroes.lan:18388")
        let fields = HTTPFields.of(["Host": host, "Origin": "http://heroes.lan:18388"])
        #expect(await site.post("/favourites/clear", "", fields).status == .seeOther)
    }

    @Test(
        "each failure of the source has a status, a page and a log line, and its cause is not on the page",
        arguments: [
            (HeroError.timedOut("cause"), 504), (.broken("cause"), 502), (.overBudget(retryAfter: 90), 503),
            (.overBudget(retryAfter: nil), 503), (.invalidResponse(status: 500, "cause"), 502),
            (.quotaExceeded(retryAfter: 39), 429),
        ])
    func failingSource(_ error: HeroError, _ status: Int) async throws {
        var source = ScriptedSource.usual
        source.before = { _ throws(HeroError) in throw error }
        for target in ["/heroes", "/heroes?q=a", "/heroes/1-hero-1", "/heroes/1", "/heroes/1-hero-1/comics"] {
            let site = try SiteUnderTest(source)
            let response = await site.get(target)
            #expect(response.status.code == status)
            expectText(try await response.text, has: ["Try again"], lacks: ["cause"])
            // The visitor's own quota is no failure.
            #expect(site.log.lines.isEmpty == (status == 429))
            if [429, 503].contains(status) { #expect(response.fields[.retryAfter] != nil) }
        }
    }

    @Test("the search is sent to the source, for the requested page only")
    func search() async throws {
        var source = ScriptedSource.usual
        source.before = { query throws(HeroError) in
            let expected = HeroQuery(nameStartsWith: "he", range: PageRange.page(2))
            if query != .heroes(expected) { throw .broken("requested \(query)") }
        }
        let text = try await SiteUnderTest(source).get("/heroes?q=he&page=2").text
        expectText(text, has: ["Page 2 of 3", "href=\"/heroes?q=he&amp;page=3\""])
    }

    @Test("favourites have the attribution of the source only if it is cached")
    func attribution() async throws {
        var source = ScriptedSource.usual
        source.isCached = { _ in false }
        source.before = { _ throws(HeroError) in throw .broken("requested") }
        let uncached = try await SiteUnderTest.withFavourites(SiteUnderTest.three, in: source)
        let text = try await uncached.get("/favourites", SiteUnderTest.visitorCookie).text
        expectText(text, has: ["Zed"], lacks: ["attribution"])
    }

    @Test(
        "a failure says when to come back",
        arguments: [
            (nil, "later"), (0, "in a minute"), (89, "in a minute"), (90, "in 2 minutes"), (700, "in 12 minutes"),
            (3540, "in 59 minutes"), (3541, "in about an hour"), (5399, "in about an hour"),
            (5400, "in about 2 hours"), (10_800, "in about 3 hours"), (71_999, "in about 20 hours"),
            (72_000, "tomorrow"), (86_400, "tomorrow"),
        ] as [(Int?, String)])
    func waitTime(seconds: Int?, words: String) async throws {
        var errors = [HeroError.overBudget(retryAfter: seconds)]
        if let seconds {
            errors += [.unavailable("down", retryAfter: seconds), .quotaExceeded(retryAfter: seconds)]
        }
        for error in errors {
            #expect(Failure(error, retry: .hero(.random)).sentence.contains("Try again \(words)."))
            let sentence = TroubleView("Comics", error, retry: .hero(.random)).sentence
            #expect(sentence == "Comics couldn’t be loaded." + (seconds == nil ? "" : " Try again \(words)."))
        }
    }
}
