import Curl
import Foundation
import Support
import Testing

@Suite("Compression of responses", .timeLimit(.minutes(30)))
struct CompressionTests {
    private static let gzip = "Accept-Encoding: gzip, deflate, br"

    private func get(_ url: String, _ path: String, _ lines: [String] = []) async throws -> RawResponse {
        try await RawConnection.response(from: url, "GET " + path, lines)
    }

    @Test("pages and static files are compressed, and decompress to the same content")
    func pageAndFiles() async throws {
        let site = try await RunningSite(withoutSource)
        let page = try await get(site.url, "/favourites")
        let css = try #require(
            String(decoding: page.content, as: UTF8.self).firstMatch(of: /\/static\/site.css\?v=\w+/))
        for path in ["/favourites", String(css.output), "/static/site.js", "/none"] {
            let (plain, compressed) = (try await get(site.url, path), try await get(site.url, path, [Self.gzip]))
            #expect(plain["content-encoding"] == nil && compressed["content-encoding"] == "gzip", "\(path)")
            #expect(plain["vary"] == "Accept-Encoding" && compressed["vary"] == "Accept-Encoding", "\(path)")
            #expect(compressed["content-length"] == String(compressed.content.count))
            let (text, decompressed) = (plain.content, try Gunzip.decompress(compressed.content))
            #expect(text == decompressed && compressed.content.count < plain.content.count, "\(path)")
        }
        await site.end()
    }

    @Test("HEAD returns the fields of GET, without content")
    func head() async throws {
        let site = try await RunningSite(withoutSource)
        for path in ["/favourites", "/static/site.css"] {
            let head = try await RawConnection.response(from: site.url, "HEAD " + path, [Self.gzip])
            let get = try await get(site.url, path, [Self.gzip])
            #expect(head["content-encoding"] == "gzip" && head["etag"] == get["etag"] && head["vary"] == get["vary"])
            if path.hasPrefix("/static") { #expect(head["content-length"] == get["content-length"]) }
            #expect(head.content.isEmpty)
        }
        await site.end()
    }

    @Test("the first part of a compressed page can be decompressed while the source has not answered")
    func streamedPage() async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(gate, .text("{}", status: 500)) }
        let site = try await RunningSite(["--source", upstream.url, "HEROES_TEST_PATIENCE=0"])
        let connection = try RawConnection(to: site.url)
        try connection.sendRequest("GET /heroes/1009610-spider-man", [Self.gzip])
        var response = RawResponse()
        var shown = ""
        while !shown.contains("class=\"masthead\"") {
            let bytes = try await connection.receive()
            try #require(!bytes.isEmpty, "the page ended before its first part could be read")
            response.append(bytes)
            shown = String(decoding: try Gunzip.decompressPartial(response.content), as: UTF8.self)
        }
        #expect(response["content-encoding"] == "gzip" && response["transfer-encoding"] == "chunked")
        #expect(!shown.contains("</html>") && !response.isComplete)
        gate.open()
        while !response.isComplete { response.append(try await connection.receive()) }
        let complete = String(decoding: try Gunzip.decompress(response.content), as: UTF8.self)
        #expect(complete.hasPrefix(shown) && complete.contains("</html>"))
        await site.end()
        upstream.stop()
    }

    @Test("conditional requests for a file are answered with 304 or 412 in either coding")
    func conditionalRequest() async throws {
        let site = try await RunningSite(withoutSource)
        for lines in [[Self.gzip], []] {
            let tag = try #require(try await get(site.url, "/static/site.css", lines)["etag"])
            let revalidated = try await get(site.url, "/static/site.css", lines + ["If-None-Match: \"x\", \(tag)"])
            #expect(revalidated.status == 304 && revalidated["etag"] == tag && revalidated["vary"] == "Accept-Encoding")
            #expect(revalidated.content.isEmpty && revalidated["content-encoding"] == nil)
            #expect(try await get(site.url, "/static/site.css", lines + ["If-Match: \"x\""]).status == 412)
        }
        await site.end()
    }

    @Test("a range of a file is not compressed")
    func ranges() async throws {
        let site = try await RunningSite(withoutSource)
        let complete = try await get(site.url, "/static/site.css")
        let part = try await get(site.url, "/static/site.css", [Self.gzip, "Range: bytes=10-19"])
        #expect(part.status == 206 && part["content-encoding"] == nil && part["etag"] == complete["etag"])
        #expect(part.content == Array(complete.content[10...19]))
        let beyond = try await get(site.url, "/static/site.css", [Self.gzip, "Range: bytes=9999999-"])
        #expect(beyond.status == 416 && beyond["content-range"] == "bytes */\(complete.content.count)")
        await site.end()
    }

    @Test("a request that accepts no coding is answered with 406 and a page of the site")
    func unacceptable() async throws {
        let site = try await RunningSite(withoutSource)
        let response = try await get(site.url, "/favourites", ["Accept-Encoding: identity;q=0"])
        #expect(response.status == 406 && response["content-encoding"] == nil)
        #expect(String(decoding: response.content, as: UTF8.self).contains("class=\"masthead\""))
        await site.end()
    }

    @Test("images of the catalogue are compressed, and conditional requests are answered with 304")
    func catalogueImage() async throws {
        let site = try await RunningSite()
        let path = "/images/characters/1009610/portrait_uncanny.svg"
        let compressed = try await get(site.url, path, [Self.gzip])
        #expect(
            compressed.status == 200 && compressed["content-encoding"] == "gzip"
                && compressed["vary"] == "Accept-Encoding")
        #expect(try Gunzip.decompress(compressed.content) == (try await get(site.url, path)).content)
        let tag = try #require(compressed["etag"])
        #expect(tag.hasSuffix("-gzip\""))
        let revalidated = try await get(site.url, path, [Self.gzip, "If-None-Match: " + tag])
        #expect(revalidated.status == 304 && revalidated["etag"] == tag && revalidated["vary"] == "Accept-Encoding")
        await site.end()
    }

    @Test(
        "the gateway compresses responses, uses the envelope's ETag in either coding, and works with the site's client")
    func gateway() async throws {
        let program = try Program(
            Paths.heroes, ["gateway", "--port", "0", "--open", "--log-level", "warning"])
        let url = try #require(await program.line(matching: /(http:\/\/[^\/ ]+)/))
        let path = "/v1/public/characters?limit=5"
        let (plain, compressed) = (try await get(url, path), try await get(url, path, ["Accept-Encoding: gzip"]))
        #expect(compressed["content-encoding"] == "gzip" && compressed["vary"] == "Accept-Encoding")
        #expect(try Gunzip.decompress(compressed.content) == plain.content)
        let tag = try #require(compressed["etag"])
        #expect(tag.wholeMatch(of: /[0-9a-f]{40}/) != nil && plain["etag"] == tag)
        #expect(String(decoding: plain.content, as: UTF8.self).contains("\"etag\":\"\(tag)\""))
        for lines in [["Accept-Encoding: gzip"], []] {
            let revalidated = try await get(url, path, lines + ["If-None-Match: " + tag])
            #expect(revalidated.status == 304 && revalidated["etag"] == tag && revalidated.content.isEmpty)
        }
        let curl = try await Curl().send(CurlRequest(url: url + path))
        #expect(curl.status == 200 && curl.body == plain.content)
        // Some clients expect gzip in every response after they have requested it, however small it is.
        for path in [
            "/v1/public/characters?name=nobody", "/v1/public/characters?limit=0", "/v1/public/characters/1", "/none",
            "/v1/public/characters?limit=1", "/",
        ] {
            let (plain, compressed) = (try await get(url, path), try await get(url, path, ["Accept-Encoding: gzip"]))
            #expect(plain["content-encoding"] == nil && compressed["content-encoding"] == "gzip", "\(path)")
            #expect(
                try Gunzip.decompress(compressed.content) == plain.content && compressed.status == plain.status,
                "\(path)")
            for response in [plain, compressed] { #expect(response["x-content-type-options"] == "nosniff", "\(path)") }
        }
        let tooLong = try await get(url, "/" + String(repeating: "a", count: 20_000), ["Accept-Encoding: gzip"])
        #expect(tooLong.status == 414 && tooLong["x-content-type-options"] == "nosniff")
        #expect(await program.stop() == 0)
    }
}

@Suite("Path traversal in URLs of static files", .timeLimit(.minutes(30)))
struct StaticPathTests {
    @Test("no spelling of a path leads out of the folder")
    func traversal() async throws {
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
            let response = try await RawConnection.response(from: site.url, "GET " + path)
            #expect([400, 404].contains(response.status), "\(path) is answered \(response.status)")
        }
        await site.end()
    }

    @Test("links out of the folder and hidden files are not served; links within it are")
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
            #expect(try await RawConnection.response(from: site.url, "GET /static/" + name).status == 404, "\(name)")
        }
        #expect(try await RawConnection.response(from: site.url, "GET /static/same.css").status == 200)
        await site.end()
        resources.remove()
    }
}
