import Curl
import Heroes
import Support
import Testing

@testable import MarvelAPI

@Suite struct RetryTests {
    private static let hero = #"{"code":200,"data":{"results":[{"id":7,"name":"Nova"}]}}"#

    private func source(
        _ url: String, timeout: Double = 60, mayRetry: @escaping @Sendable () async -> Bool = { true }
    ) throws -> MarvelSource {
        let configuration = try MarvelConfiguration(
            baseURL: url, publicKey: "pubkey99", privateKey: "privkey99", timeout: timeout)
        return MarvelSource(configuration, curl: Curl(), mayRetry: mayRetry)
    }

    /// An upstream that gives each answer once, then a hero for ever.
    private func upstream(_ answers: LoopbackUpstream.Answer...) throws -> LoopbackUpstream {
        let left = Guarded(answers)
        return try LoopbackUpstream { _, _ in left.withLock { $0.isEmpty ? .json(Self.hero) : $0.removeFirst() } }
    }

    @Test("a gateway that has lost its server is asked up to twice more", arguments: [502, 503, 504])
    func gateway(status: Int) async throws {
        let patient = try upstream(.text("", status: status), .text("", status: status))
        #expect(try await source(patient.url).hero(7).value.name == "Nova")
        #expect(patient.counts.requests == 3)
        let lost = try LoopbackUpstream { _, _ in .text("", status: status) }
        await #expect(throws: HeroError.unusable(status: status, "/characters/7: status \(status): no reason given")) {
            try await source(lost.url).hero(7)
        }
        #expect(lost.counts.requests == 3)
    }

    @Test("a port that refuses is tried twice more")
    func refusing() async throws {
        let port = try RefusingPort()
        let retries = Guarded(0)
        let source = try source(port.url) {
            retries.withLock { $0 += 1 }
            return true
        }
        await #expect(throws: HeroError.self) { try await source.hero(7) }
        #expect(retries.withLock { $0 } == 2)
    }

    @Test(
        "what another try would not help is not tried again",
        arguments: [
            LoopbackUpstream.Answer.text("", status: 500), .text("", status: 501), .text("", status: 401),
            .text("", status: 404), .text("", status: 409), .text("", status: 429),
            .text("", status: 429, headers: [("Retry-After", "1")]), .text("", status: 302), .reset(),
            .reset(after: Array("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{".utf8)), .text("<html>"), .text("{"),
        ])
    func once(answer: LoopbackUpstream.Answer) async throws {
        let upstream = try upstream(answer)
        await #expect(throws: HeroError.self) { try await source(upstream.url).hero(7) }
        #expect(upstream.counts.requests == 1)
        #expect(try await source(upstream.url).hero(7).value.name == "Nova")
    }

    @Test("a silent upstream is not asked twice within one deadline")
    func silence() async throws {
        let upstream = try LoopbackUpstream { _, _ in .silence }
        await #expect(throws: HeroError.self) { try await source(upstream.url, timeout: 1).hero(7) }
        #expect(upstream.counts.requests == 1)
    }

    @Test("an upstream that asks for a pause which the deadline has no room for is left alone")
    func pause() async throws {
        let upstream = try upstream(.text("", status: 503, headers: [("Retry-After", "60")]))
        let closed = HeroError.closed("/characters/7: status 503: no reason given", retryAfter: 60)
        await #expect(throws: closed) { try await source(upstream.url).hero(7) }
        #expect(upstream.counts.requests == 1)
    }

    @Test("a pause that the deadline has room for is kept")
    func shortPause() async throws {
        let upstream = try upstream(.text("", status: 503, headers: [("Retry-After", "1")]))
        let start = ContinuousClock.now
        #expect(try await source(upstream.url).hero(7).value.name == "Nova")
        #expect(ContinuousClock.now - start >= .seconds(1))
    }

    @Test("without leave there is no second try")
    func noLeave() async throws {
        let upstream = try upstream(.text("", status: 503))
        await #expect(throws: HeroError.self) { try await source(upstream.url) { false }.hero(7) }
        #expect(upstream.counts.requests == 1)
    }

    @Test("a question that its asker gives up is cancelled, and is called nothing else")
    func cancelled() async throws {
        let upstream = try LoopbackUpstream { _, _ in .silence }
        let source = try source(upstream.url)
        let task = Task { try await source.hero(7) }
        await upstream.wait { $0.requests == 1 }
        task.cancel()
        await #expect(throws: HeroError.cancelled) { try await task.value }
    }

    @Test("the five questions of a detail page are under way together")
    func together() async throws {
        let all = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(all, .json(Self.hero)) }
        let source = try source(upstream.url)
        async let hero = source.hero(7)
        async let comics = source.comics(of: 7, Window(limit: 3))
        async let events = source.events(of: 7, Window(limit: 3))
        async let stories = source.stories(of: 7, Window(limit: 3))
        async let series = source.series(of: 7, Window(limit: 3))
        await upstream.wait { $0.requests == 5 }
        all.open()
        _ = try await (hero, comics, events, stories, series)
        #expect(upstream.counts.connections == 5)
    }
}
