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

    @Test("a search finds any word of a name, other names and misspellings, and the exact search prefixes only")
    func search() async throws {
        let site = try await RunningSite()
        for (typed, name) in [
            ("doom", "Doctor Doom"), ("peter%20parker", "Spider-Man"), ("deadpol", "Deadpool"),
            ("spiderman", "Spider-Man"), ("ms%20marvel", "Ms. Marvel"), ("the%20hulk", "Hulk"),
        ] {
            let (response, text) = try await get(site, "/heroes?q=\(typed)")
            #expect(response.status == 200)
            #expect(text.contains("<span class=\"name\">\(name)") && text.contains("<h1>Results for"), "\(typed)")
            #expect(!text.contains("literal=1"), "\(typed)")
        }
        let exact = try await get(site, "/heroes?q=spiderman&literal=1")
        #expect(exact.response.status == 200)
        #expect(exact.text.contains("No heroes found for “spiderman”"))
        _ = await site.program.stop()
        site.data.remove()
    }

    private static let pages = ["/heroes", "/heroes?q=he", "/heroes/7-hero-7", "/heroes/8-hero-8/comics"]

    @Test("after a restart pages come from the disk cache without an upstream call, and metrics show it")
    func restart() async throws {
        let upstream = try LoopbackUpstream { target, _ in .marvel(target) }
        let first = try await RunningSite(["--source", upstream.url])
        for page in Self.pages { #expect(try await get(first, page).response.status == 200) }
        let requestCount = upstream.counts.requests
        #expect(try await counter(first, "heroes_upstream_calls_total") == requestCount)
        let second = try await first.restarted(["--source", upstream.url, "HEROES_TEST_PATIENCE=10000"])
        for page in Self.pages {
            let (response, text) = try await get(second, page)
            #expect(response.status == 200 && response.header("Content-Length") != nil)
            #expect(text.contains("Hero") || text.contains("Work of 8"))
        }
        #expect(upstream.counts.requests == requestCount)
        #expect(try await counter(second, "heroes_upstream_calls_total") == 0)
        #expect(try await counter(second, "heroes_cache_disk_reads_total") > 0)
        _ = await second.program.stop()
        second.data.remove()
        upstream.stop()
    }

    @Test("two processes share a cache folder, also if one is killed while it writes")
    func sharedCache() async throws {
        let upstream = try LoopbackUpstream { target, _ in .marvel(target) }
        let cache = try TemporaryFolder()
        let options = ["--source", upstream.url, "--cache", cache.path]
        let (first, second) = (try await RunningSite(options), try await RunningSite(options))
        for id in 1...10 { _ = try await get(id % 2 == 0 ? first : second, "/heroes/\(id)-hero-\(id)") }
        _ = await first.program.stop()
        let third = try await RunningSite(options)
        let requestCount = upstream.counts.requests
        for id in 1...10 {
            #expect(try await get(id % 2 == 0 ? second : third, "/heroes/\(id)-hero-\(id)").text.contains("Work of"))
        }
        #expect(upstream.counts.requests == requestCount)
        // The third process is killed while it writes.
        let requests = Task {
            // Requests to the killed process fail.
            for id in 100...160 { _ = try? await get(third, "/heroes/\(id)-hero-\(id)") }
        }
        await upstream.wait { $0.requests > requestCount + 60 }
        await third.program.crash()
        requests.cancel()
        for id in 100...112 {
            #expect(try await get(second, "/heroes/\(id)-hero-\(id)").text.contains("Work of \(id)"))
        }
        _ = await second.program.stop()
        #expect(await !second.program.errorOutput().contains("discarded"))
        upstream.stop()
    }

    @Test("during an outage of the source cached pages are served; log and metrics report it")
    func outage() async throws {
        let isDead = Mutex(false)
        let upstream = try LoopbackUpstream { target, _ in isDead.withLock { $0 } ? .reset() : .marvel(target) }
        let site = try await RunningSite([
            "--source", upstream.url, "HEROES_TEST_PATIENCE=10000", "HEROES_TEST_STALE=works,hero", "--log-level",
            "notice",
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
                "HEROES_TEST_STALE=works",
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
        #expect(count >= 5)
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
