import HTTP
import HTTPTypes
import Heroes
@testable import Site
import Support
import Testing

@Suite("Streamed pages")
struct StreamingTests {
    /// Returns a site with a source that answers each query when its gate is open.
    private func site(
        _ source: ScriptedSource = .usual, gates: [ScriptedSource.Query: Gate]
    ) throws -> SiteUnderTest {
        var source = source
        source.before = { query throws(HeroError) in await gates[query]?.wait() }
        return try SiteUnderTest(source, streamingDelay: .milliseconds(1))
    }

    private static let cached: ScriptedSource = {
        var source = ScriptedSource.usual
        source.cachedHeroes = [ScriptedSource.spider]
        return source
    }()

    @Test("the first part of a slow list has enough bytes and characters for browsers to show it")
    func firstPart() async throws {
        let part = try #require(try await SiteUnderTest.late("/heroes").parts.first)
        #expect(part.utf8.count >= 512)
        #expect(part.count { $0 == "\u{200b}" } >= 200)
    }

    @Test(
        "JSON and HEAD get the status of the complete page, and no skeleton",
        arguments: [
            (.get, "/heroes", "application/json", 504), (.get, "/heroes?q=x", "application/json", 504),
            (.get, "/heroes/5-x", "application/json", 504), (.head, "/heroes?page=9", "*/*", 404),
        ] as [(HTTPRequest.Method, String, String, Int)])
    func complete(method: HTTPRequest.Method, target: String, accept: String, status: Int) async throws {
        let gate = Gate()
        var source = ScriptedSource.usual
        source.before = { _ throws(HeroError) in
            await gate.wait()
            if status == 504 { throw .timedOut("late") }
        }
        let site = try SiteUnderTest(source, streamingDelay: .milliseconds(1))
        let request = Request(method: method, target: target, fields: [.accept: accept])
        async let answer = site.site.respond(to: request)
        try await Task.sleep(for: .milliseconds(5))
        gate.open()
        let response = await answer
        #expect(!response.isStreamed)
        #expect(response.status.code == status)
        let isProblem = response.fields[.contentType] == "application/problem+json"
        #expect(isProblem == (status == 504))
    }

    @Test("a failure after the first part is shown in its place, and its cause is logged")
    func listFailing() async throws {
        let source = ScriptedSource.usual.failing([.heroes(HeroQuery()): .broken("the cause")])
        let (parts, log) = try await SiteUnderTest.late("/heroes", source)
        try #require(parts.count == 3)
        #expect(log == ["the cause"])
        expectText(parts[1], has: ["Heroes can’t be loaded right now", "Try again"], lacks: ["the cause"])
    }

    @Test(
        "a page waits a third of the delay for a source of unknown latency, and longer if that makes it complete",
        arguments: [
            (nil, 30), (0, 30), (30, 30), (31, 90), (90, 90), (91, 10), (5_000, 10),
        ] as [(Int?, Int)])
    func streamingDelay(typicalLatency: Int?, milliseconds: Int) {
        var configuration = SiteConfiguration()
        configuration.streamingDelay = .milliseconds(90)
        #expect(
            configuration.streamingDelay(for: typicalLatency.map { .milliseconds($0) }) == .milliseconds(milliseconds))
        configuration.streamingDelay = .zero
        #expect(configuration.streamingDelay(for: typicalLatency.map { .milliseconds($0) }) == .zero)
    }

    @Test("the hero is in the first part; sections follow in the order of their answers")
    func sections() async throws {
        let gates = Dictionary(
            uniqueKeysWithValues: TopicKind.allCases.map { (ScriptedSource.Query.topics($0), Gate()) })
        let site = try site(Self.cached, gates: gates)
        let response = await site.get("/heroes/1009610-spider-man")
        let order: [TopicKind] = [.series, .comics, .stories, .events]
        let parts = try await response.parts { number in
            if number <= order.count { gates[.topics(order[number - 1])]?.open() }
        }.map { String(decoding: $0, as: UTF8.self) }
        try #require(parts.count == 7)
        expectText(parts[0], has: ["<h1 class=\"name\">Spider-Man</h1>", "shadowrootmode"])
        for (part, slot) in zip(parts[1...], order.map(\.rawValue) + ["attribution"]) {
            #expect(part.contains("slot=\"\(slot)\""))
        }
        #expect(parts[6].contains("</html>"))
    }

    @Test(
        "a page waits for the hero, work or shared heroes that it is about, so the first request has status and preview",
        arguments: [
            ("/heroes/1009610", 301, nil), ("/heroes/404-cheap-watches", 404, nil),
            ("/heroes/404-cheap-watches/comics", 404, nil), ("/events/404-cheap-watches", 404, nil),
            ("/events/404-cheap-watches/comics", 404, nil),
            ("/heroes/1009610-spider-man", 200, "Spider-Man"), ("/events/238-civil-war", 200, "Civil &lt;War&gt;"),
            ("/heroes/1009610-spider-man/comics", 200, "Spider-Man comics"),
            ("/heroes?ids=1,1009610,404", 200, "2 heroes: Hero 1 and Spider-Man"),
            ("/heroes?ids=1,2,3,4,5", 200, "5 heroes: Hero 1, Hero 2, Hero 3 and 2 more"),
        ])
    func subject(_ target: String, status: Int, title: String?) async throws {
        let subject = Gate()
        var source = ScriptedSource.withEvent
        source.before = { query throws(HeroError) in if query.isSubject { await subject.wait() } }
        let site = try SiteUnderTest(source, streamingDelay: .milliseconds(1))
        async let answer = site.get(target, .of(["Host": "heroes.example"]))
        try await Task.sleep(for: .milliseconds(5))
        subject.open()
        let response = await answer
        #expect(response.status.code == status)
        guard let title else { return }
        let head = try #require(try await response.text.firstMatch(of: /<head>(?s).*<\/head>/)).0
        #expect(head.contains("<meta property=\"og:title\" content=\"\(title)\">"))
        #expect(head.contains("<link rel=\"canonical\" href=\"http://heroes.example"))
    }

    @Test(
        "a late page past the end is a box with noindex and a link to the last page",
        arguments: [("/heroes", 3), ("/heroes/1009610-spider-man/comics", 2)])
    func lateEnd(list: String, last: Int) async throws {
        let parts = try await SiteUnderTest.late(list + "?page=9", Self.cached).parts
        let link = "href=\"\(list)?page=\(last)\""
        expectText(parts[1], has: ["Page 9 doesn’t exist", link, "<meta name=\"robots\" content=\"noindex\">"])
    }
}
