import HTTP
import HTTPTypes
import Heroes
@testable import Site
import Support
import Testing

@Suite("Shells of pages about a hero or a topic that is not cached")
struct ShellTests {
    static let followedLink = HTTPFields.of([
        "Host": "heroes.example", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "document",
    ])

    /// Returns the parts of a streamed page if the source answers only after the first part.
    static func parts(
        _ target: String, _ source: ScriptedSource = .withEvent, _ fields: HTTPFields = followedLink,
        configure: (inout SiteConfiguration) -> Void = { _ in }
    ) async throws -> [String] {
        let gate = Gate()
        var slow = source
        slow.isCached = { _ in false }
        slow.before = { query throws(HeroError) in
            await gate.wait()
            try await source.before(query)
        }
        let site = try SiteUnderTest(slow, streamingDelay: .milliseconds(1), configure: configure)
        // A page that waits would wait for ever.
        let opening = Task {
            try await Task.sleep(for: .seconds(20))
            gate.open()
        }
        defer { opening.cancel() }
        let response = await site.get(target, fields)
        try #require(response.isStreamed)
        #expect(response.status == .ok)
        return try await response.parts { _ in gate.open() }.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "a followed link shows the name in its address before the source answers, then the article",
        arguments: [
            ("/heroes/1009610-spider-man", "Spider Man", "Spider-Man"),
            ("/events/238-civil-war", "Civil War", "Civil &lt;War&gt;"), ("/teams/5-new-avengers", "New Avengers", nil),
            ("/comics/101-war-1", "War 1", "War #1"), ("/series/7-the-wars", "The Wars", nil),
            ("/people/30-stan-lee", "Stan Lee", nil), ("/heroes/1009610", "Loading …", "Spider-Man"),
            ("/heroes/1009610-\"><script>alert", "Loading …", "Spider-Man"),
            ("/heroes/1009610-old-name", "Old Name", "Spider-Man"),
        ] as [(String, String, String?)])
    func followedLink(target: String, name: String, title: String?) async throws {
        let parts = try await Self.parts(target)
        expectText(
            parts[0],
            has: [
                "<title>\(name) · MarvelHeroes</title>", "class=\"skeleton\"",
                "<h1 class=\"name\">\(name)</h1>", "portrait placeholder",
            ], lacks: ["<script>", "arrived"])
        #expect(parts[0].count { $0 == "\u{200b}" } >= 200)
        if let title { #expect(parts[1].contains("<h1 class=\"name\">\(title)</h1>")) }
        expectText(
            parts[1], has: ["<article class=\"hero arrived\">", "shadowrootmode"], lacks: ["</article>", "<main"])
        let end = try #require(parts.dropLast().last)
        #expect(end.contains("</article>"))
        #expect(parts.last?.contains("</html>") == true)
    }

    @Test("the shell has the id and the transition names of the hero, the article only what it needs after the head")
    func names() async throws {
        let parts = try await Self.parts("/heroes/1009610-spider-man") { $0.hue = { _ in 250 } }
        expectText(
            parts[0],
            has: ["#hero-1009610{--portrait:hero-1009610;--name:name-1009610}", "<div id=\"hero-1009610\">"],
            lacks: ["--hue"])
        expectText(parts[1], has: ["href=\"/heroes/hue.css?degrees=250\""], lacks: ["id=\"hero-1009610\""])
        let styles = try await SiteUnderTest().get("/heroes/hue.css?degrees=250")
        #expect(styles.fields[.contentType] == "text/css; charset=utf-8")
        #expect(try await styles.text.contains(":root:root{--hue:250;"))
        #expect(try await SiteUnderTest().get("/heroes/hue.css?degrees=360").status == .notFound)
    }

    @Test("without Sec-Fetch-Site, a Referer of this site says that a link was followed")
    func referer() async throws {
        let fields = HTTPFields.of(["Host": "heroes.example", "Referer": "http://heroes.example/heroes?q=spider"])
        let parts = try await Self.parts("/heroes/1009610-spider-man", .usual, fields)
        #expect(parts[0].contains("<h1 class=\"name\">Spider Man</h1>"))
        #expect(parts[0].contains("<a href=\"/heroes?q=spider#hero-1009610\">Search results</a>"))
    }

    @Test(
        "others wait for the status: a typed address, another site, a link preview, a prefetch, a script, JSON and HEAD",
        arguments: [
            [:], ["Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "document"],
            ["Sec-Fetch-Site": "cross-site", "Referer": "http://heroes.example/heroes"],
            ["Sec-Fetch-Site": "same-site"],
            ["Referer": "http://other.example/heroes"], ["Sec-Fetch-Site": "same-origin", "Sec-Purpose": "prefetch"],
            ["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "empty"],
            ["Sec-Fetch-Site": "same-origin", "Accept": "application/json"],
            ["Sec-Fetch-Site": "same-origin", "method": "HEAD"],
        ])
    func others(_ fields: [String: String]) async throws {
        for target in ["/heroes/404-cheap-watches", "/events/404-cheap-watches"] {
            let gate = Gate()
            var source = ScriptedSource.withEvent
            source.before = { _ throws(HeroError) in await gate.wait() }
            let site = try SiteUnderTest(source, streamingDelay: .milliseconds(1))
            var sent = fields
            sent["Host"] = "heroes.example"
            let method = HTTPRequest.Method(sent.removeValue(forKey: "method") ?? "GET") ?? .get
            async let answer = site.site.respond(to: Request(method: method, target: target, fields: .of(sent)))
            try await Task.sleep(for: .milliseconds(5))
            gate.open()
            let response = await answer
            #expect(response.status == .notFound)
            #expect(!response.isStreamed)
        }
    }

    @Test(
        "a late failure is a box with noindex, a heading, a sentence and a step on",
        arguments: [
            ("/heroes/404-cheap-watches", nil, "Hero not found", "/heroes", "See all heroes"),
            ("/events/404-cheap-watches", nil, "Event not found", "/heroes", "See all heroes"),
            (
                "/heroes/1009610-spider-man", .timedOut("late"), "This is taking too long",
                "/heroes/1009610-spider-man",
                "Try again"
            ),
        ] as [(String, HeroError?, String, String, String)])
    func lateFailure(target: String, error: HeroError?, heading: String, next: String, label: String) async throws {
        var source = ScriptedSource.withEvent
        if let error { source.before = { _ throws(HeroError) in throw error } }
        let parts = try await Self.parts(target, source)
        try #require(parts.count == 3)
        expectText(
            parts[1],
            has: [
                "<meta name=\"robots\" content=\"noindex\">", "<h1>\(heading)</h1>",
                "<a class=\"button\" href=\"\(next)\">\(label)</a>",
            ], lacks: ["<article"])
    }

    @Test("a late failure for a favourite says why it may have no page")
    func lateFavourite() async throws {
        let gate = Gate()
        let site = try await SiteUnderTest.withFavourites([Hero(id: 404, name: "Gone")])
        var source = ScriptedSource.usual
        source.before = { _ throws(HeroError) in await gate.wait() }
        let slow = try SiteUnderTest(source, favourites: site.site.favourites, streamingDelay: .milliseconds(1))
        var fields = Self.followedLink
        fields[.cookie] = SiteUnderTest.visitorCookie[.cookie]
        let parts = try await slow.get("/heroes/404-gone", fields).parts { _ in gate.open() }
        let failure = String(decoding: try #require(parts.dropFirst().first), as: UTF8.self)
        expectText(failure, has: ["still in your favourites", "See your favourites"])
    }
}
