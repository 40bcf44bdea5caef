import Curl
import Foundation
import Support
import Synchronization
import Testing

@Suite("The site and its source", .timeLimit(.minutes(30)))
struct UpstreamTests {
    private let curl = Curl()

    private func get(_ site: RunningSite, _ path: String) async throws -> (response: CurlResponse, text: String) {
        let response = try await curl.send(CurlRequest(url: site.url + path))
        return (response, String(decoding: response.body, as: UTF8.self))
    }

    /// Returns the sum of a counter over all its labels, or over those that match.
    private func counter(_ site: RunningSite, _ name: String, _ labels: String = "") async throws -> Int {
        let lines = try await get(site, "/metrics").text.split(separator: "\n")
        let counts = lines.filter { $0.hasPrefix(name) && (labels.isEmpty || $0.contains(labels)) }
        return counts.reduce(0) { $0 + ($1.split(separator: " ").last.flatMap { Int($0) } ?? 0) }
    }

    @Test("a search finds any word of a name, other names and misspellings")
    func search() async throws {
        let site = try await RunningSite()
        for (typed, name) in [
            ("doom", "Doctor Doom"), ("peter%20parker", "Spider-Man"), ("deadpol", "Deadpool"),
            ("spiderman", "Spider-Man"), ("ms%20marvel", "Ms. Marvel"), ("the%20hulk", "Hulk"),
        ] {
            let (response, text) = try await get(site, "/heroes?q=\(typed)")
            #expect(response.status == 200)
            #expect(text.contains("<span class=\"name\">\(name)") && text.contains("<h1>Results for"), "\(typed)")
        }
        _ = await site.program.stop()
        site.data.remove()
    }

    @Test("during an outage of the source cached pages are served; log and metrics report it")
    func outage() async throws {
        let isDead = Mutex(false)
        let upstream = try LoopbackUpstream { target, _ in isDead.withLock { $0 } ? .reset() : .marvel(target) }
        let site = try await RunningSite([
            "--source", upstream.url, "HEROES_TEST_PATIENCE=10000", "--log-level", "notice",
        ])
        #expect(try await get(site, "/heroes/7-hero-7").response.status == 200)
        isDead.withLock { $0 = true }
        for id in 100...105 {
            #expect(try await get(site, "/heroes/\(id)-hero-\(id)").response.status == 502)
            #expect(try await get(site, "/heroes/7-hero-7").text.contains("Work of 7"))
        }
        #expect(await site.program.errorLine(matching: /(source down, circuit breaker opened)/) != nil)
        #expect(try await counter(site, "heroes_upstream_breaker", "state=\"closed\"") == 0)
        #expect(try await counter(site, "heroes_upstream_outages_total") == 1)
        #expect(try await counter(site, "heroes_upstream_calls_total", "broken") >= 5)
        isDead.withLock { $0 = false }
        #expect(try await get(site, "/heroes/200-hero-200").response.status == 200)
        #expect(await site.program.errorLine(matching: /(source recovered, circuit breaker closed)/) != nil)
        #expect(try await counter(site, "heroes_upstream_breaker", "state=\"closed\"") == 1)
        #expect(try await get(site, "/heroes/100-hero-100").response.status == 200)
        _ = await site.program.stop()
        site.data.remove()
        upstream.stop()
    }

    @Test("a certificate for another name is rejected though its authority is trusted, and the cause is logged")
    func wrongName() async throws {
        let folder = try TemporaryFolder()
        let files = ["-keyout", "\(folder.path)/key", "-out", "\(folder.path)/certificate"]
        let openssl = try Program(
            "/usr/bin/openssl",
            ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=heroes"] + files
                + ["-addext", "subjectAltName=DNS:other.example"])
        #expect(await openssl.status() == 0)
        let source = try Program(
            "/usr/bin/openssl",
            ["s_server", "-accept", "127.0.0.1:0", "-www", "-key", files[1], "-cert", files[3]])
        let port = try #require(await source.line(matching: /ACCEPT 127\.0\.0\.1:(\d+)/))
        let site = try Program(
            Paths.heroes,
            [
                "serve", "--port", "0", "--ephemeral", "--log-level", "warning", "HEROES_TEST_PATIENCE=5000",
                "--source",
                "https://127.0.0.1:\(port)",
            ], environment: ["SSL_CERT_FILE": files[3]])
        let url = try #require(await site.line(matching: /(http:\/\/[^\/ ]+)/))
        #expect(try await curl.send(CurlRequest(url: url + "/heroes")).status == 502)
        #expect(await site.errorLine(matching: /(subject name .* '127\.0\.0\.1')/) != nil)
        #expect(await site.stop() == 0)
        _ = await source.stop()
    }

    @Test("no API key is in a page, a log line, a metric or a file, whatever the source responds")
    func secretKeys() async throws {
        let (publicKey, privateKey) = ("c0ffee99public", "d00d99private")
        let nextResponse = Mutex<LoopbackUpstream.Reply?>(nil)
        let upstream = try LoopbackUpstream { target, _ in nextResponse.withLock { $0 } ?? Self.echo(target) }
        let data = try TemporaryFolder()
        let program = try Program(
            Paths.heroes,
            [
                "serve", "--port", "0", "--data", data.path, "--source", upstream.url, "--log-level", "trace",
            ], environment: ["MARVEL_PUBLIC_KEY": publicKey, "MARVEL_PRIVATE_KEY": privateKey])
        let url = try #require(await program.line(matching: /(http:\/\/[^\/ ]+)/))
        var output = ""
        let faults: [LoopbackUpstream.Reply?] = [
            nil, .reset(), .text(publicKey, status: 500),
            .json("{\"code\":409,\"status\":\"\(privateKey)\"}", status: 409), nil,
        ]
        for fault in faults {
            nextResponse.withLock { $0 = fault }
            for path in ["/heroes", "/heroes?q=a", "/heroes/7-hero-7", "/heroes/8-hero-8", "/metrics", "/readyz"] {
                let response = try await curl.send(CurlRequest(url: url + path))
                output += String(decoding: response.body, as: UTF8.self) + "\(response.headers)"
            }
        }
        #expect(upstream.requests.contains { $0.target.contains("apikey=\(publicKey)") })
        _ = await program.stop()
        output += await program.errorOutput()
        let files = try #require(FileManager.default.enumerator(atPath: data.path))
        var count = 0
        for case let name as String in files {
            // A folder has no content.
            let content = FileManager.default.contents(atPath: "\(data.path)/\(name)") ?? Data()
            output += name + String(decoding: content, as: UTF8.self)
            count += 1
        }
        #expect(count >= 1)
        for secret in [publicKey, privateKey, "hash="] { #expect(!output.contains(secret), "\(secret)") }
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
