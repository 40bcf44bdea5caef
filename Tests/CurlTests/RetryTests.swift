import Basics
import Support
import Testing

@testable import Curl

@Suite struct RetryTests {
    private func send(
        _ url: String, timeout: Double = 60
    ) async throws -> Int {
        try await RetryingClient(Curl()).send(CurlRequest(url: url, timeout: timeout)).status
    }

    /// Creates an upstream that sends each response once, then 200.
    private func upstream(_ responses: LoopbackUpstream.Reply...) throws -> LoopbackUpstream {
        let left = Locked(responses)
        return try LoopbackUpstream { _, _ in left.withLock { $0.isEmpty ? .json("{}") : $0.removeFirst() } }
    }

    @Test("a gateway error is retried up to twice", arguments: [502, 503, 504])
    func gateway(status: Int) async throws {
        let recovering = try upstream(.text("", status: status), .text("", status: status))
        #expect(try await send(recovering.url) == 200)
        #expect(recovering.counts.requests == 3)
        let failing = try LoopbackUpstream { _, _ in .text("", status: status) }
        #expect(try await send(failing.url) == status)
        #expect(failing.counts.requests == 3)
    }

    @Test(
        "a response that a retry would not improve is not retried",
        arguments: [
            LoopbackUpstream.Reply.text("", status: 500), .text("", status: 501), .text("", status: 401),
            .text("", status: 404), .text("", status: 409), .text("", status: 429),
            .text("", status: 429, headers: [("Retry-After", "1")]), .text("", status: 302), .reset(),
            .reset(after: Array("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{".utf8)), .text("<html>"),
        ])
    func notRetried(response: LoopbackUpstream.Reply) async throws {
        let upstream = try upstream(response)
        // Some of these are responses, some are failures.
        _ = try? await send(upstream.url)
        #expect(upstream.counts.requests == 1)
    }

    @Test("a silent upstream is not retried within the deadline")
    func silentUpstream() async throws {
        let upstream = try LoopbackUpstream { _, _ in .silence }
        await #expect(throws: CurlError.self) { try await send(upstream.url, timeout: 1) }
        #expect(upstream.counts.requests == 1)
    }

    @Test("a Retry-After beyond the deadline prevents a retry")
    func pause() async throws {
        let upstream = try upstream(.text("", status: 503, headers: [("Retry-After", "60")]))
        #expect(try await send(upstream.url) == 503)
        #expect(upstream.counts.requests == 1)
    }

    @Test("a Retry-After within the deadline is honoured")
    func shortPause() async throws {
        let upstream = try upstream(.text("", status: 503, headers: [("Retry-After", "1")]))
        let start = ContinuousClock.now
        #expect(try await send(upstream.url) == 200)
        #expect(ContinuousClock.now - start >= .seconds(1))
    }
}
