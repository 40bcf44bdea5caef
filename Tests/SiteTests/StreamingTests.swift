import HTTP
import HTTPTypes
import Heroes
@testable import Site
import Support
import Synchronization
import Testing

@Suite("Streamed pages")
struct StreamingTests {
    /// Returns a site with a source that answers each query when its gate is open.
    private func site(
        cached: [Hero] = [], gates: [ScriptedSource.Query: Gate], or fallback: Gate? = nil,
        failing: [ScriptedSource.Query: HeroError] = [:], cachedQueries: Set<ScriptedSource.Query> = [],
        _ works: [WorkKind: [Work]] = [:]
    ) throws -> SiteUnderTest {
        var source = ScriptedSource.usual
        source.works.merge(works) { $1 }
        source.cachedHeroes = cached
        source.isCached = { cachedQueries.contains($0) }
        source.before = { query throws(HeroError) in
            await (gates[query] ?? fallback)?.wait()
            if let error = failing[query] { throw error }
        }
        return try SiteUnderTest(source, streamingDelay: .milliseconds(1))
    }

    /// Runs a streamed body and passes each part to `seen`, which may open gates.
    private func run(_ response: Response, seen: @escaping @Sendable (Int, String) -> Void) async throws -> [String] {
        guard case .stream(let write) = response.body else { return [] }
        let parts = Mutex<[String]>([])
        try await write(
            BodyWriter { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                let number = parts.withLock { parts in
                    parts.append(text)
                    return parts.count
                }
                seen(number, text)
            })
        return parts.withLock { $0 }
    }

    /// Returns the parts of a page if the source answers only after the first part is sent.
    private func parts(
        _ target: String, cached: [Hero] = [], failing: [ScriptedSource.Query: HeroError] = [:],
        _ works: [WorkKind: [Work]] = [:], log: (([String]) -> Void)? = nil
    ) async throws -> [String] {
        let gate = Gate()
        let site = try site(cached: cached, gates: [:], or: gate, failing: failing, works)
        let response = await site.get(target)
        #expect(response.isStreamed && response.status == .ok)
        let parts = try await run(response) { number, _ in if number == 1 { gate.open() } }
        log?(site.log.lines)
        return parts
    }

    @Test("a slow list sends its skeleton before the source has answered, and the heroes after")
    func list() async throws {
        let parts = try await parts("/heroes")
        #expect(parts.count == 3)
        #expect(parts[0].contains("class=\"skeleton\"") && !parts[0].contains("id=\"list\""))
        #expect(parts[0].utf8.count >= 512 && parts[0].count { $0 == "\u{200b}" } >= 200)
        #expect(parts[1].contains("id=\"list\"") && parts[1].contains("Hero 1"))
        #expect(parts[1].contains("/heroes/transitions.css?ids=66,1009610,1,"))
        #expect(parts[2].contains("</html>"))
    }

    @Test(
        "a client that prefers JSON gets the failure's status and no skeleton",
        arguments: ["/heroes", "/heroes?q=x", "/heroes/5-x"])
    func json(target: String) async throws {
        let gate = Gate()
        var source = ScriptedSource.usual
        source.before = { (_: ScriptedSource.Query) throws(HeroError) in
            await gate.wait()
            throw .timedOut("late")
        }
        let site = try SiteUnderTest(source, streamingDelay: .milliseconds(1))
        #expect(await site.get(target).isStreamed)
        async let answer = site.get(target, [.accept: "application/json"])
        gate.open()
        #expect(await answer.status == .gatewayTimeout)
        #expect(await answer.fields[.contentType] == "application/problem+json")
    }

    @Test("a failure after the first part is shown in its place, and its cause is logged")
    func listFailing() async throws {
        let parts = try await parts("/heroes", failing: [.heroes(HeroQuery()): .broken("the cause")]) {
            #expect($0 == ["the cause"])
        }
        #expect(parts.count == 3)
        #expect(parts[1].contains("Heroes can’t be loaded right now") && parts[1].contains("Try again"))
        #expect(!parts.joined().contains("the cause"))
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

    @Test("HEAD waits for the complete page, since it has no body to stream")
    func head() async throws {
        let gate = Gate()
        let site = try site(gates: [:], or: gate)
        async let response = site.site.respond(to: Request(method: .head, target: "/heroes?page=9"))
        gate.open()
        #expect(await response.status == .notFound)
    }

    @Test("a cached hero is in the first part; sections follow in the order of their answers")
    func detail() async throws {
        let gates = Dictionary(
            uniqueKeysWithValues: WorkKind.allCases.map { (ScriptedSource.Query.works($0), Gate()) })
        let site = try site(cached: [ScriptedSource.spider], gates: gates)
        let response = await site.get("/heroes/1009610-spider-man")
        let order: [WorkKind] = [.series, .comics, .stories, .events]
        let parts = try await run(response) { number, _ in
            if number <= order.count { gates[.works(order[number - 1])]?.open() }
        }
        #expect(parts.count == 7)
        #expect(parts[0].contains("<h1 class=\"name\">Spider-Man</h1>") && parts[0].contains("shadowrootmode"))
        for (index, section) in order.enumerated() {
            #expect(parts[index + 1].contains("slot=\"\(section.rawValue)\""))
        }
        #expect(parts[5].contains("slot=\"attribution\"") && parts[6].contains("</html>"))
    }

    @Test("a late failure of a section is a box with a retry link, and the other sections are shown")
    func detailFailing() async throws {
        let text = try await parts(
            "/heroes/1009610-spider-man", cached: [ScriptedSource.spider],
            failing: [.works(.comics): .timedOut("late"), .works(.events): .broken("odd")]
        ) {
            #expect(Set($0) == ["comics: late", "events: odd"])
        }.joined()
        #expect(text.contains("Comics couldn’t be loaded") && text.contains("Events couldn’t be loaded"))
        #expect(text.contains("&lt;Series&gt; &amp; Sons"))
    }

    @Test(
        "an unknown hero is a loader first, then the hero or a failure",
        arguments: [(1_009_610, "<h1 class=\"name\">Spider-Man</h1>"), (404, "Hero not found")])
    func unknownHero(id: Int, expected: String) async throws {
        let parts = try await parts("/heroes/\(id)-spider-man")
        #expect(parts[0].contains("<slot name=\"head\">"))
        #expect(parts.dropFirst().joined().contains(expected))
    }

    @Test("related heroes arrive late if the source is slow, and the page does not wait for them")
    func related() async throws {
        let event = Work(.events, id: 238, title: "War", heroes: [Work.Mention(id: 1, name: "Hero 1")])
        let parts = try await parts("/heroes/1009610-spider-man", cached: [ScriptedSource.spider], [.events: [event]])
        #expect(!parts[0].contains("slot=\"related\"") || !parts[0].contains("Hero 1"))
        #expect(parts.dropFirst().joined().contains("<section class=\"related\" slot=\"related\""))
    }

    @Test("the index is streamed if the source is slow")
    func index() async throws {
        let parts = try await parts("/heroes/a-z/h")
        #expect(parts[0].contains("Loading names") && parts[1].contains("\(ScriptedSource.lastHero) heroes"))
    }

    @Test("an address without a slug waits for the name, then redirects to the canonical address")
    func withoutSlug() async throws {
        let gate = Gate()
        let site = try site(gates: [.hero(1_009_610): gate])
        async let response = site.get("/heroes/1009610")
        gate.open()
        #expect(await response.status == .movedPermanently)
        #expect(await response.fields[.location] == "/heroes/1009610-spider-man")
    }

    @Test(
        "a section list is a skeleton first, titled by the slug if the hero is unknown, then the works or a failure",
        arguments: [
            (1_009_610, [ScriptedSource.spider], "<bdi>Spider-Man</bdi> comics", "Comic #\(PageRange.pageLength + 1)"),
            (1_009_610, [], "<bdi>Spider Man</bdi> comics", "Comic #\(PageRange.pageLength + 1)"),
            (404, [], "<bdi>Spider Man</bdi> comics", "Hero not found"),
        ])
    func section(id: Int, cached: [Hero], title: String, expected: String) async throws {
        let parts = try await parts("/heroes/\(id)-spider-man/comics?page=2", cached: cached)
        #expect(parts[0].contains("class=\"skeleton\"") && parts[0].contains(title))
        #expect(parts[1].contains(expected))
    }

    @Test(
        "a late page past the end is a box with noindex and a link to the last page",
        arguments: [("/heroes", 3), ("/heroes/1009610-spider-man/comics", 2)])
    func lateEnd(list: String, last: Int) async throws {
        let parts = try await parts(list + "?page=9", cached: [ScriptedSource.spider])
        #expect(parts[1].contains("Page 9 doesn’t exist") && parts[1].contains("href=\"\(list)?page=\(last)\""))
        #expect(parts[1].contains("<meta name=\"robots\" content=\"noindex\">"))
    }

    @Test("past the end is a 404 at once if the first page is cached, however slow the source is")
    func knownEnd() async throws {
        let beyond = ScriptedSource.Query.heroes(HeroQuery(range: .page(9)))
        let gate = Gate()
        let site = try site(gates: [beyond: gate], cachedQueries: [.heroes(HeroQuery())])
        let response = await site.get("/heroes?page=9")
        #expect(response.status == .notFound && !response.isStreamed)
        #expect(try await response.text.contains("href=\"/heroes?page=3\""))
        gate.open()
    }

    @Test("a late empty list has no style sheet for portraits")
    func lateEmptyList() async throws {
        let parts = try await parts("/heroes?q=zzz")
        #expect(parts[1].contains("class=\"empty-state\"") && !parts[1].contains("transitions.css"))
    }
}
