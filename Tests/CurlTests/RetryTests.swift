import Basics
import Support
import Testing

@testable import Curl

@Suite struct RetryTests {
    private func send(
        _ url: String, timeout: Double = 60, mayRetry: @escaping @Sendable () async -> Bool = { true }
    ) async throws -> Int {
        try await RetryingClient(Curl(), mayRetry: mayRetry).send(CurlRequest(url: url, timeout: timeout)).status
    }

    /// An upstream that gives each answer once, then 200 for ever.
    private func upstream(_ answers: LoopbackUpstream.Answer...) throws -> LoopbackUpstream {
        let left = Locked(answers)
        return try LoopbackUpstream { _, _ in left.withLock { $0.isEmpty ? .json("{}") : $0.removeFirst() } }
    }

    @Test("a gateway that has lost its server is asked up to twice more", arguments: [502, 503, 504])
    func gateway(status: Int) async throws {
        let patient = try upstream(.text("", status: status), .text("", status: status))
        #expect(try await send(patient.url) == 200)
        #expect(patient.counts.requests == 3)
        let lost = try LoopbackUpstream { _, _ in .text("", status: status) }
        #expect(try await send(lost.url) == status)
        #expect(lost.counts.requests == 3)
    }

    @Test("a port that refuses is tried twice more")
    func refusing() async throws {
        let port = try RefusingPort()
        let retries = Locked(0)
        await #expect(throws: CurlError.self) {
            try await send(port.url) {
                retries.withLock { $0 += 1 }
                return true
            }
        }
        #expect(retries.withLock { $0 } == 2)
    }

    @Test(
        "a response that another try would not help is not tried again",
        arguments: [
            LoopbackUpstream.Answer.text("", status: 500), .text("", status: 501), .text("", status: 401),
            .text("", status: 404), .text("", status: 409), .text("", status: 429),
            .text("", status: 429, headers: [("Retry-After", "1")]), .text("", status: 302), .reset(),
            .reset(after: Array("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{".utf8)), .text("<html>"),
        ])
    func once(answer: LoopbackUpstream.Answer) async throws {
        let upstream = try upstream(answer)
        // Some of these answers are responses, some are failures.
        _ = try? await send(upstream.url)
        #expect(upstream.counts.requests == 1)
    }

    @Test("a silent upstream is not asked twice within one deadline")
    func silence() async throws {
        let upstream = try LoopbackUpstream { _, _ in .silence }
        await #expect(throws: CurlError.self) { try await send(upstream.url, timeout: 1) }
        #expect(upstream.counts.requests == 1)
    }

    @Test("an upstream that asks for a longer pause than the deadline allows is left alone")
    func pause() async throws {
        let upstream = try upstream(.text("", status: 503, headers: [("Retry-After", "60")]))
        #expect(try await send(upstream.url) == 503)
        #expect(upstream.counts.requests == 1)
    }

    @Test("a pause that the deadline allows is kept")
    func shortPause() async throws {
        let upstream = try upstream(.text("", status: 503, headers: [("Retry-After", "1")]))
        let start = ContinuousClock.now
        #expect(try await send(upstream.url) == 200)
        #expect(ContinuousClock.now - start >= .seconds(1))
    }

    @Test("without leave there is no second try")
    func noLeave() async throws {
        let upstream = try upstream(.text("", status: 503))
        #expect(try await send(upstream.url) { false } == 503)
        #expect(upstream.counts.requests == 1)
    }
}
