import Basics
import Curl
import Heroes
import Support
import Synchronization
import Testing

@testable import ComicVine

@Suite struct ComicVineClientTests {
    private static let key = "5ecret00"

    /// A client with the sentences that it has reported.
    private final class Fixture: Sendable {
        let upstream: LoopbackUpstream
        let client: ComicVineClient
        let reports = Locked<[String]>([])
        let time = ManualClock()

        init(_ script: @escaping LoopbackUpstream.Script) throws {
            upstream = try LoopbackUpstream(script)
            var configuration = try ComicVineConfiguration(baseURL: upstream.url + "/api", key: key)
            configuration.userAgent = "MarvelHeroes/1 (+https://example.org)"
            let clock = SourceClock(now: { [time] in time.now }, sleep: { [time] in time.advance(by: $0) })
            let budget = CallBudget(180, clock: clock) { [reports] text in reports.withLock { $0.append(text) } }
            client = ComicVineClient(configuration, curl: Curl(), clock: clock, budget: budget)
        }

        func hero(_ id: Int = 7, _ caller: ComicVineClient.Caller = .visitor(network: nil)) async -> HeroError? {
            do throws(HeroError) {
                _ = try await client.object(.character(id), for: caller)
                return nil
            } catch {
                #expect(!"\(error)".contains(key))
                return error
            }
        }

        deinit { for text in reports.withLock(\.self) { #expect(!text.contains(key)) } }
    }

    private static let hero = LoopbackUpstream.Reply.json(#"{"status_code":1,"results":{"id":7,"name":"Jakob"}}"#)
    private static let limit = LoopbackUpstream.Reply.json(#"{"status_code":107,"results":[]}"#, status: 420)

    @Test func aCallSendsKeyFormatAndUserAgent() async throws {
        let fixture = try Fixture { _, _ in Self.hero }
        #expect(await fixture.hero() == nil)
        let request = try #require(fixture.upstream.requests.first)
        #expect(request.target.hasPrefix("/api/character/4005-7/?api_key=\(Self.key)&format=json&field_list="))
        #expect(request.head.contains("User-Agent: MarvelHeroes/1 (+https://example.org)\r\n"))
        #expect(fixture.client.latency != nil)
        #expect(fixture.client.calls == [.init(resource: "character", outcome: .success): 1])
    }

    @Test func aMomentaryFailureIsRetriedOnce() async throws {
        let attempts = Locked(0)
        let fixture = try Fixture { target, _ in
            target.contains("4005-8")
                || attempts.withLock {
                    $0 += 1; return $0
                } == 1 ? .text("", status: 500) : Self.hero
        }
        #expect(await fixture.hero(7) == nil)
        #expect(fixture.upstream.counts.requests == 2)
        #expect(
            await fixture.hero(8) == .invalidResponse(status: 500, "/character/4005-8/: status 500: no reason given"))
        #expect(fixture.upstream.counts.requests == 4)
    }

    @Test func aBadKeyCostsOneCall() async throws {
        let fixture = try Fixture { _, _ in
            .json(#"{"error":"Invalid API Key \#(Self.key)","status_code":100,"results":[]}"#, status: 401)
        }
        let errors = await withTaskGroup(of: HeroError?.self) { group in
            for id in 1...5 { group.addTask { await fixture.hero(id, .visitor(network: [1])) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.contains { $0?.reason.hasSuffix(": Comic Vine refuses the key") == true })
        #expect(await fixture.hero() == .invalidResponse(status: 401, "Comic Vine refuses the key"))
        #expect(fixture.upstream.counts.requests == 1)
        let sentence = "Comic Vine refuses the key: set COMICVINE_API_KEY to a valid one and restart"
        #expect(fixture.reports.withLock(\.self) == [sentence])
        #expect(fixture.client.budget.advice == sentence)
    }

    @Test func aPausedPathIsReportedAndOthersGoOn() async throws {
        let isLimited = Locked(true)
        let fixture = try Fixture { target, _ in
            target.contains("/issues/")
                ? isLimited.withLock(\.self) ? Self.limit : .json(#"{"status_code":1,"results":[{"id":5}]}"#)
                : Self.hero
        }
        #expect(await fixture.hero() == nil)
        await #expect(throws: HeroError.overBudget(retryAfter: 600)) {
            try await fixture.client.list(.issues(ids: [5]), for: .visitor(network: nil))
        }
        #expect(await fixture.hero() == nil)
        #expect(fixture.client.budget.metrics.pauses == ["issues": 600])
        #expect(fixture.client.budget.advice?.contains("/issues: calls resume at 22:23 UTC") == true)
        isLimited.withLock { $0 = false }
        // A background call waits for the end of the pause.
        _ = try await fixture.client.list(.issues(ids: [5]), for: .background)
        #expect(
            fixture.reports.withLock(\.self) == [
                "Comic Vine's hourly limit is reached for /issues: calls resume at 22:23 UTC; a lower --hourly-budget avoids it",
                "Comic Vine answers again for /issues",
            ])
    }
}
