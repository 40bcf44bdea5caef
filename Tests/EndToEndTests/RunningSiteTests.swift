import Curl
import Foundation
import Support
import Testing

@testable import heroes

/// The connections of the parts, which only a running process shows: requests are logged, counted and compressed.
@Suite("A running site", .timeLimit(.minutes(30)))
struct RunningSiteTests {
    @Test("is ready, logs and counts every request, compresses its responses, and exits with 0 on SIGTERM")
    func requests() async throws {
        let site = try await RunningSite(["--log-level", "info"])
        let ready = try await RawConnection.response(from: site.url, "GET /readyz")
        #expect(ready.text == #"{"ready":true,"checks":{"templates":"ok","source":"ok","store":"ok"}}"# + "\n")
        _ = await line(site)
        try await expectLogged(site)
        try await expectCounted(site)
        try await expectCompressed(site)
        await site.end()
    }

    /// Returns the next line of the access log.
    private func line(_ site: RunningSite) async -> String { await site.program.line(matching: /(.*time=.*)/) ?? "" }

    private func value(_ name: String, in line: String) -> String? {
        line.split(separator: " ").first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// Sends requests, and compares their lines of the access log, which contain no cookie, search term or code.
    private func expectLogged(_ site: RunningSite) async throws {
        let cookie = "Cookie: visitor=00112233445566778899aabbccddeeff"
        for (request, route, status, cache) in [
            ("GET /heroes", "heroes", 200, nil), ("GET /heroes", "heroes", 200, "fresh"),
            ("GET /heroes?q=secret", "search", 200, "miss"), ("HEAD /heroes", "heroes", 200, "fresh"),
            ("GET /heroes/1009610", "hero", 301, nil), ("GET /nowhere", "unknown", 404, nil),
            ("POST /heroes", "heroes", 405, nil), ("GET /static/site.css", "file", 200, "none"),
            ("GET /images/characters/1009610/portrait_uncanny.svg", "image", 200, "none"),
            ("GET /healthz", "health", 200, "none"), ("GET /favourites/move?code=secret", nil, 400, nil),
        ] {
            let fields = request.hasSuffix("heroes") ? [] : [cookie, "X-Request-ID: AZaz09._-"]
            let response = try await RawConnection.response(from: site.url, request, fields)
            let line = await line(site)
            let words = request.split(separator: " ")
            #expect(response.status == status, "\(line)")
            #expect(line.hasPrefix("time=20"), "\(line)")
            for phrase in ["secret", "aabbcc"] { #expect(!line.contains(phrase), "\(line)") }
            for (name, expected) in [
                ("status", String(status)), ("method", String(words[0])),
                ("path", String(words[1].prefix { $0 != "?" })), ("bytes", String(response.content.count)),
                ("client", "127.0.0.1"), ("route", route), ("cache", cache), ("id", response["x-request-id"]),
                ("id", fields.last.map { String($0.dropFirst("X-Request-ID: ".count)) }),
            ] {
                if let expected { #expect(value(name, in: line) == expected, "\(line)") }
            }
            #expect(value("ms", in: line).flatMap(Double.init) != nil)
        }
    }

    @Test("shows first what a search means, whatever its kind and whatever else it says")
    func searches() async throws {
        let site = try await RunningSite([])
        for (search, first) in [
            ("thor%20powers%20and%20weaknesses", "hero-1009664"), ("i+am+looking+for+iron+man", "hero-1009368"),
            ("wolverine+last+stand", "hero-1009718"), ("no+way+home", "hero-1009610"), ("FF", "teams-"),
            ("civil+war", "events-238"), ("stan+lee", "people-30"), ("demon+in+a+bottle", "comics-"),
            ("%E3%82%B9%E3%83%91%E3%82%A4%E3%83%80%E3%83%BC%E3%83%9E%E3%83%B3", "hero-1009610"),
        ] {
            let page = try await RawConnection.response(from: site.url, "GET /heroes?q=\(search)").text
            let element = page.firstMatch(of: /<li class="(?:card|work)" id="([^"]*)"/)?.1
            #expect(element?.hasPrefix(first) == true, "\(search): \(element ?? "nothing")")
            #expect(!page.contains("No hero has all of these words"), "\(search)")
        }
        await site.end()
    }

    private func expectCounted(_ site: RunningSite) async throws {
        var client = FavouriteClient(curl: Curl())
        try await client.set(1_009_610, isFavourite: true, at: site.url)
        try await client.set(1_009_610, isFavourite: false, at: site.url)
        let metrics = try await site.metrics()
        #expect(metrics[#"heroes_http_requests_total{route="heroes",status="200"}"#] == 3)
        #expect(metrics[#"heroes_http_requests_total{route="unknown",status="404"}"#] == 1)
        #expect(metrics[#"heroes_http_request_duration_seconds_count{route="heroes"}"#] == 4)
        #expect(metrics[#"heroes_favourites_changes_total{change="add",outcome="stored"}"#] == 1)
        #expect(metrics[#"heroes_favourites_changes_total{change="remove",outcome="stored"}"#] == 1)
        #expect(metrics["heroes_visitors_created_total"] == 1)
        #expect(try #require(metrics["heroes_connections_accepted_total"]) >= 11)
        #expect(try #require(metrics[#"heroes_cache_requests_total{outcome="miss"}"#]) >= 1)
        #expect(metrics[#"heroes_build_info{version="\#(ProgramVersion.text)"}"#] == 1)
        #expect(!metrics.contains(prefix: "heroes_database_"))
    }

    private func expectCompressed(_ site: RunningSite) async throws {
        let gzip = "Accept-Encoding: gzip, deflate, br"
        let picture = "/images/characters/1009610/portrait_uncanny.svg"
        for path in ["/favourites", "/static/site.js", picture, "/none"] {
            let plain = try await RawConnection.response(from: site.url, "GET " + path)
            let compressed = try await RawConnection.response(from: site.url, "GET " + path, [gzip])
            #expect(plain["content-encoding"] == nil, "\(path)")
            #expect(compressed["content-encoding"] == "gzip", "\(path)")
            #expect(plain["vary"] == "Accept-Encoding", "\(path)")
            #expect(compressed["vary"] == "Accept-Encoding", "\(path)")
            #expect(try Gunzip.decompress(compressed.content) == plain.content, "\(path)")
            guard let tag = compressed["etag"] else { continue }
            let again = try await RawConnection.response(
                from: site.url, "GET " + path, [gzip, "If-None-Match: " + tag])
            #expect(again.status == 304, "\(path)")
            #expect(again["etag"] == tag, "\(path)")
            #expect(again["vary"] == "Accept-Encoding", "\(path)")
        }
    }

    @Test("previews a hero's page as PNG")
    func linkPreview() async throws {
        let site = try await RunningSite(["HEROES_TEST_PATIENCE=60000"])
        let page = try await RawConnection.response(from: site.url, "GET /heroes/1009610-spider-man").text
        let image = try #require(page.firstMatch(of: /property="og:image" content="http:\/\/[^\/]*([^"]*)"/)).1
        let picture = try await RawConnection.response(from: site.url, "GET \(image)")
        #expect(picture["content-type"] == "image/png")
        // Width and height (PNG specification, section 11.2.2).
        let size = [16, 20].map { picture.content[$0..<($0 + 4)].reduce(0) { $0 << 8 | Int($1) } }
        #expect(size == [1200, 630])
        await site.end()
    }

    @Test("answers and stops while nothing reads its standard error", .timeLimit(.minutes(5)))
    func blockedErrors() async throws {
        let errors = try TemporaryFolder()
        defer { errors.remove() }
        let pipe = errors.path + "/errors"
        try #require(mkfifo(pipe, 0o600) == 0)
        // The pipe is open for reading, but never read.
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let site = try await RunningSite(withoutSource + ["--log-level", "info"], errorFile: pipe)
        // Each writes over 100 bytes, and a pipe holds 64 KiB.
        for _ in 0..<700 {
            #expect(try await RawConnection.response(from: site.url, "GET /healthz", ["no field"]).status == 400)
        }
        #expect(try await RawConnection.response(from: site.url, "GET /healthz").status == 200)
        #expect(await site.program.stop() == 0)
        site.data.remove()
    }
}
