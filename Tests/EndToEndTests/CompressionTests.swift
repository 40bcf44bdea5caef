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
}
