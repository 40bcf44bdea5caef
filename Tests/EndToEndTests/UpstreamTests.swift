import Curl
import Foundation
import Support
import Synchronization
import Testing

@Suite("The site and its source", .timeLimit(.minutes(30)))
struct UpstreamTests {
    private func get(_ site: RunningSite, _ path: String) async throws -> RawResponse {
        try await RawConnection.response(from: site.url, "GET " + path)
    }

    @Test("a site is ready once its source has answered; in an outage it serves cached pages, and logs and counts it")
    func outage() async throws {
        let isDead = Mutex(true)
        let upstream = try LoopbackUpstream { target, _ in isDead.withLock { $0 } ? .reset() : .marvel(target) }
        let site = try await RunningSite([
            "--source", upstream.url, "HEROES_TEST_PATIENCE=10000", "--log-level", "notice",
        ])
        let down = try await get(site, "/readyz")
        #expect(down.status == 503)
        #expect(down.text.contains("the source does not answer, and nothing is cached"))
        #expect(try await get(site, "/healthz").status == 200)
        isDead.withLock { $0 = false }
        #expect(try await Wait.until { try await get(site, "/readyz").status == 200 })
        #expect(try await get(site, "/heroes/7-hero-7").status == 200)
        isDead.withLock { $0 = true }
        for id in 100...105 {
            #expect(try await get(site, "/heroes/\(id)-hero-\(id)").status == 502)
            #expect(try await get(site, "/heroes/7-hero-7").text.contains("Topic of 7"))
        }
        #expect(await site.program.errorLine(matching: /(source down, circuit breaker opened)/) != nil)
        let metrics = try await site.metrics()
        #expect(metrics[#"heroes_upstream_breaker{state="closed"}"#] == 0)
        #expect(try #require(metrics[#"heroes_upstream_calls_total{outcome="broken"}"#]) >= 5)
        #expect(try await get(site, "/readyz").status == 200)
        isDead.withLock { $0 = false }
        #expect(try await Wait.until { try await get(site, "/heroes/200-hero-200").status == 200 })
        #expect(await site.program.errorLine(matching: /(source recovered, circuit breaker closed)/) != nil)
        await site.end()
        upstream.stop()
    }

    @Test("no API key is in a page, a log line, a metric or a file, whatever the source responds")
    func secretKeys() async throws {
        let (publicKey, privateKey) = ("c0ffee99public", "d00d99private")
        let nextResponse = Mutex<LoopbackUpstream.Reply?>(nil)
        let upstream = try LoopbackUpstream { target, _ in nextResponse.withLock { $0 } ?? Self.echo(target) }
        let site = try await RunningSite(
            ["--source", upstream.url, "--log-level", "trace"],
            environment: ["MARVEL_PUBLIC_KEY": publicKey, "MARVEL_PRIVATE_KEY": privateKey])
        var output = ""
        let faults: [LoopbackUpstream.Reply?] = [
            nil, .reset(), .text(publicKey, status: 500),
            .json("{\"code\":409,\"status\":\"\(privateKey)\"}", status: 409), nil,
        ]
        for fault in faults {
            nextResponse.withLock { $0 = fault }
            for path in ["/heroes", "/heroes?q=a", "/heroes/7-hero-7", "/heroes/8-hero-8", "/metrics", "/readyz"] {
                let response = try await Curl().send(CurlRequest(url: site.url + path))
                output += String(decoding: response.body, as: UTF8.self) + "\(response.headers)"
            }
        }
        #expect(upstream.requests.contains { $0.target.contains("apikey=\(publicKey)") })
        _ = await site.program.stop()
        output += await site.program.errorOutput()
        for name in try FileManager.default.subpathsOfDirectory(atPath: site.data.path) {
            // A folder has no content.
            let content = FileManager.default.contents(atPath: "\(site.data.path)/\(name)") ?? Data()
            output += name + String(decoding: content, as: UTF8.self)
        }
        for secret in [publicKey, privateKey, "hash="] { #expect(!output.contains(secret), "\(secret)") }
        site.data.remove()
        upstream.stop()
    }

    /// Returns a valid response that repeats the request's target, keys included, in several fields.
    private static func echo(_ target: String) -> LoopbackUpstream.Reply {
        guard case .response(let status, let headers, let body) = LoopbackUpstream.Reply.marvel(target) else {
            return .marvel(target)
        }
        let text = String(decoding: body, as: UTF8.self).replacing(
            "\"e7\"", with: "\"\(target.filter { $0 != "\"" })\"")
        return .response(
            status: status, headers: headers + [("ETag", target), ("X-Echo", target)], body: Array(text.utf8))
    }
}
