import Curl
import Foundation
import Support
import Testing

@Suite("Compression as it meets a client", .timeLimit(.minutes(30)))
struct CompressionTests {
    private static let gzip = "Accept-Encoding: gzip, deflate, br"

    private func get(_ url: String, _ path: String, _ lines: [String] = []) async throws -> RawResponse {
        try await RawConnection.answer(from: url, "GET " + path, lines)
    }

    @Test("a page and its style sheet come compressed, and are the same as uncompressed")
    func pageAndFiles() async throws {
        let site = try await RunningSite(withoutSource)
        let page = try await get(site.url, "/favourites")
        let css = try #require(
            String(decoding: page.content, as: UTF8.self).firstMatch(of: /\/static\/site.css\?v=\w+/))
        for path in ["/favourites", String(css.output), "/static/site.js", "/none"] {
            let (plain, coded) = (try await get(site.url, path), try await get(site.url, path, [Self.gzip]))
            #expect(plain["content-encoding"] == nil && coded["content-encoding"] == "gzip", "\(path)")
            #expect(plain["vary"] == "Accept-Encoding" && coded["vary"] == "Accept-Encoding", "\(path)")
            #expect(coded["content-length"] == String(coded.content.count))
            let (text, same) = (plain.content, try Gunzip.decompress(coded.content))
            #expect(text == same && coded.content.count < plain.content.count, "\(path)")
        }
        await site.end()
    }

    @Test("HEAD is answered with the fields of GET, and without content")
    func head() async throws {
        let site = try await RunningSite(withoutSource)
        for path in ["/favourites", "/static/site.css"] {
            let head = try await RawConnection.answer(from: site.url, "HEAD " + path, [Self.gzip])
            let get = try await get(site.url, path, [Self.gzip])
            #expect(head["content-encoding"] == "gzip" && head["etag"] == get["etag"] && head["vary"] == get["vary"])
            if path.hasPrefix("/static") { #expect(head["content-length"] == get["content-length"]) }
            #expect(head.content.isEmpty)
        }
        await site.end()
    }

    @Test("the first part of a page can be read while the rest is still awaited")
    func stream() async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(gate, .text("{}", status: 500)) }
        let site = try await RunningSite(["--source", upstream.url, "HEROES_TEST_PATIENCE=0"])
        let wire = try RawConnection(to: site.url)
        try wire.ask("GET /heroes/1009610-spider-man", [Self.gzip])
        var answer = RawResponse()
        var shown = ""
        while !shown.contains("class=\"masthead\"") {
            let bytes = try await wire.receive()
            try #require(!bytes.isEmpty, "the page ended before its first part could be read")
            answer.take(bytes)
            shown = String(decoding: try Gunzip.decompressPartial(answer.content), as: UTF8.self)
        }
        #expect(answer["content-encoding"] == "gzip" && answer["transfer-encoding"] == "chunked")
        #expect(!shown.contains("</html>") && !answer.isEnded)
        gate.open()
        while !answer.isEnded { answer.take(try await wire.receive()) }
        let whole = String(decoding: try Gunzip.decompress(answer.content), as: UTF8.self)
        #expect(whole.hasPrefix(shown) && whole.contains("</html>"))
        await site.end()
        upstream.stop()
    }

    @Test("a client that holds the file in either coding is told so")
    func kept() async throws {
        let site = try await RunningSite(withoutSource)
        for lines in [[Self.gzip], []] {
            let tag = try #require(try await get(site.url, "/static/site.css", lines)["etag"])
            let again = try await get(site.url, "/static/site.css", lines + ["If-None-Match: \"x\", \(tag)"])
            #expect(again.status == 304 && again["etag"] == tag && again["vary"] == "Accept-Encoding")
            #expect(again.content.isEmpty && again["content-encoding"] == nil)
            #expect(try await get(site.url, "/static/site.css", lines + ["If-Match: \"x\""]).status == 412)
        }
        await site.end()
    }

    @Test("a part is one of the file as it is")
    func parts() async throws {
        let site = try await RunningSite(withoutSource)
        let whole = try await get(site.url, "/static/site.css")
        let part = try await get(site.url, "/static/site.css", [Self.gzip, "Range: bytes=10-19"])
        #expect(part.status == 206 && part["content-encoding"] == nil && part["etag"] == whole["etag"])
        #expect(part.content == Array(whole.content[10...19]))
        let beyond = try await get(site.url, "/static/site.css", [Self.gzip, "Range: bytes=9999999-"])
        #expect(beyond.status == 416 && beyond["content-range"] == "bytes */\(whole.content.count)")
        await site.end()
    }

    @Test("who refuses every coding is told in the site's frame")
    func unacceptable() async throws {
        let site = try await RunningSite(withoutSource)
        let answer = try await get(site.url, "/favourites", ["Accept-Encoding: identity;q=0"])
        #expect(answer.status == 406 && answer["content-encoding"] == nil)
        #expect(String(decoding: answer.content, as: UTF8.self).contains("class=\"masthead\""))
        await site.end()
    }

    @Test("a picture of the catalogue comes compressed, and a client that holds it is told so")
    func picture() async throws {
        let site = try await RunningSite()
        let path = "/images/characters/1009610/portrait_uncanny.svg"
        let coded = try await get(site.url, path, [Self.gzip])
        #expect(coded.status == 200 && coded["content-encoding"] == "gzip" && coded["vary"] == "Accept-Encoding")
        #expect(try Gunzip.decompress(coded.content) == (try await get(site.url, path)).content)
        let tag = try #require(coded["etag"])
        #expect(tag.hasSuffix("-gzip\""))
        let again = try await get(site.url, path, [Self.gzip, "If-None-Match: " + tag])
        #expect(again.status == 304 && again["etag"] == tag && again["vary"] == "Accept-Encoding")
        await site.end()
    }

    @Test(
        "the gateway compresses, with the tag that its envelope has in either coding, and is read by the site's client")
    func gateway() async throws {
        let program = try Program(
            Paths.heroes, ["gateway", "--port", "0", "--open", "--log-level", "warning"])
        let url = try #require(await program.line(matching: /(http:\/\/[^\/ ]+)/))
        let path = "/v1/public/characters?limit=5"
        let (plain, coded) = (try await get(url, path), try await get(url, path, ["Accept-Encoding: gzip"]))
        #expect(coded["content-encoding"] == "gzip" && coded["vary"] == "Accept-Encoding")
        #expect(try Gunzip.decompress(coded.content) == plain.content)
        let tag = try #require(coded["etag"])
        #expect(tag.wholeMatch(of: /[0-9a-f]{40}/) != nil && plain["etag"] == tag)
        #expect(String(decoding: plain.content, as: UTF8.self).contains("\"etag\":\"\(tag)\""))
        for lines in [["Accept-Encoding: gzip"], []] {
            let again = try await get(url, path, lines + ["If-None-Match: " + tag])
            #expect(again.status == 304 && again["etag"] == tag && again.content.isEmpty)
        }
        let curl = try await Curl().send(CurlRequest(url: url + path))
        #expect(curl.status == 200 && curl.body == plain.content)
        // Some clients take every answer for gzip once they have asked for it, however small it is.
        for path in [
            "/v1/public/characters?name=nobody", "/v1/public/characters?limit=0", "/v1/public/characters/1", "/none",
            "/v1/public/characters?limit=1", "/",
        ] {
            let (plain, coded) = (try await get(url, path), try await get(url, path, ["Accept-Encoding: gzip"]))
            #expect(plain["content-encoding"] == nil && coded["content-encoding"] == "gzip", "\(path)")
            #expect(try Gunzip.decompress(coded.content) == plain.content && coded.status == plain.status, "\(path)")
            for answer in [plain, coded] { #expect(answer["x-content-type-options"] == "nosniff", "\(path)") }
        }
        let tooLong = try await get(url, "/" + String(repeating: "a", count: 20_000), ["Accept-Encoding: gzip"])
        #expect(tooLong.status == 414 && tooLong["x-content-type-options"] == "nosniff")
        #expect(await program.stop() == 0)
    }
}

/// How files are not to be got at.
@Suite("Static files as they meet an attacker", .timeLimit(.minutes(30)))
struct StaticPathTests {
    @Test("no spelling of a path leads out of the folder or round its names")
    func escapes() async throws {
        let site = try await RunningSite(withoutSource)
        let paths = [
            "/static/../Package.swift", "/static/%2e%2e/Package.swift", "/static/..%2fPackage.swift",
            "/static/%2e%2e%2fPackage.swift", "/static/..%5cPackage.swift", "/static/..\\Package.swift",
            "/static/../../etc/passwd", "/static//etc/passwd", "/static/%2fetc%2fpasswd", "/static/./site.css",
            "/static//site.css", "/static/%2e/site.css", "/static/site.css%00", "/static/site.css%00.png",
            "/static/%c0%ae%c0%ae/Package.swift", "/static/%e0%80%ae%e0%80%ae/Package.swift",
            "/static/..%c0%afPackage.swift", "/static/..%255cPackage.swift", "/static/%252e%252e/Package.swift",
            "/static/.../site.css", "/static/..;/site.css", "/static/site.css/..", "/static/", "/static", "/static/.",
            "/static/SITE.CSS", "/static/site.css%20", "/static/site.css.", "/static/site.css::$DATA",
            "/static/%5c..%5cPackage.swift", "/static/..", "/static/%2e%2e", "/static%2fsite.css",
        ]
        for path in paths {
            let answer = try await RawConnection.answer(from: site.url, "GET " + path)
            #expect([400, 404].contains(answer.status), "\(path) is answered \(answer.status)")
        }
        await site.end()
    }

    @Test("a link out of the folder, and what is hidden in it, is not served; a link within is")
    func links() async throws {
        let resources = try TemporaryFolder()
        for name in ["Templates", "Public"] {
            let original = URL(filePath: "\(Paths.root)/\(name)").resolvingSymlinksInPath()
            try FileManager.default.copyItem(atPath: original.path, toPath: "\(resources.path)/\(name)")
        }
        let files = resources.path + "/Public/"
        try Data("secret".utf8).write(to: URL(filePath: files + ".hidden"))
        for (link, target) in [
            ("passwd", "/etc/passwd"), ("layout.html", "../Templates/layout.html"), ("etc", "/etc"), ("up", ".."),
            ("same.css", "site.css"),
        ] { try FileManager.default.createSymbolicLink(atPath: files + link, withDestinationPath: target) }
        let site = try await RunningSite(withoutSource + ["--resources", resources.path])
        for name in [".hidden", "passwd", "layout.html", "etc/passwd", "up/Templates/layout.html"] {
            #expect(try await RawConnection.answer(from: site.url, "GET /static/" + name).status == 404, "\(name)")
        }
        #expect(try await RawConnection.answer(from: site.url, "GET /static/same.css").status == 200)
        await site.end()
        resources.remove()
    }
}
