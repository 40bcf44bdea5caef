import Foundation
import HTTP
import HTTPTypes
import Heroes
import Synchronization
import Testing

@testable import Site

@Suite("Documents and metadata for machines")
struct DocumentTests {
    private let host: HTTPFields = .of(["Host": "site.example:8080"])

    @Test("a hostile name cannot end a data block, and is complete in it")
    func hostile() async throws {
        let text = try await SiteUnderTest().get("/heroes/66-script-alert-doom-script-sohne", host).text
        let blocks = try text.matches(of: /<script type="application\/ld\+json">(.*?)<\/script>/).map { match in
            try JSONSerialization.jsonObject(with: Data(match.1.utf8)) as? [String: Any]
        }
        #expect(blocks.contains { $0?["name"] as? String == ScriptedSource.hostile.name })
        expectText(text, has: [], lacks: ["<script>alert", "javascript:"])
    }

    @Test("the preview of a page has an absolute portrait, and its public address without the way back")
    func preview() async throws {
        let site = try SiteUnderTest(publicURL: "https://heroes.example/")
        let text = try await site.get("/heroes/1009610-spider-man?from=/heroes?page%3D2", host).text
        let tags = [
            "<link rel=\"canonical\" href=\"https://heroes.example/heroes/1009610-spider-man\">",
            "<meta property=\"og:url\" content=\"https://heroes.example/heroes/1009610-spider-man\">",
            "<meta property=\"og:image\" content=\"https://heroes.example/images/characters/1009610/link_preview.png\">",
        ]
        expectText(text, has: tags, lacks: ["site.example"])
    }

    /// Returns the picture metadata of a page, one entry per line, without the versions of files.
    private func pictures(_ text: String) -> [String] {
        text.matches(of: /<meta property="og:image(:\w+)?" content="([^"]*)">/).map { match in
            "\(match.1 ?? "") \(match.2.replacing(/\?v=.*/, with: ""))"
        }
    }

    @Test(
        "a preview has one picture: a portrait in pixels, a drawing as a wide PNG, or without a portrait the icon",
        arguments: [
            (
                Thumbnail(path: "https://pictures.example/u/1", fileExtension: "jpg"),
                "https://pictures.example/u/1/detail.jpg",
                [":width 500", ":height 750", ":alt Portrait of X &amp; &lt;Y&gt;"]
            ),
            (
                Thumbnail(path: "https://pictures.example/uploads/*/1/2-x", fileExtension: "jpg"),
                "https://pictures.example/uploads/scale_super/1/2-x.jpg",
                [":alt Portrait of X &amp; &lt;Y&gt;"]
            ),
            (
                Thumbnail(path: "/images/characters/1", fileExtension: "svg"),
                "https://heroes.example/images/characters/1/link_preview.png",
                [":width 1200", ":height 630", ":alt Portrait of X &amp; &lt;Y&gt;"]
            ),
            (Thumbnail(path: "https://pictures.example/u/1", fileExtension: "svg"), icon, iconMetadata),
            (nil, icon, iconMetadata),
        ] as [(Thumbnail?, String, [String])])
    func previewPicture(thumbnail: Thumbnail?, address: String, metadata: [String]) async throws {
        var source = ScriptedSource.usual
        source.heroes = [Hero(id: 1, name: "X & <Y>", thumbnail: thumbnail)]
        let text = try await SiteUnderTest(source, publicURL: "https://heroes.example").get("/heroes/1-x-y").text
        #expect(pictures(text) == [" \(address)"] + metadata)
    }

    private static let icon = "https://heroes.example/static/icon-512.png"
    private static let iconMetadata = [":width 512", ":height 512", ":alt MarvelHeroes"]

    @Test(
        "an invalid Host appears nowhere on the page",
        arguments: ["evil.example/x", "a b", "user@evil.example", "x\"><script>", "", ":80", "evil.example?x"])
    func badHost(_ host: String) async throws {
        let site = try SiteUnderTest()
        let text = try await site.get("/heroes", .of(["Host": host])).text
        expectText(text, has: ["<link rel=\"canonical\" href=\"/heroes\">"], lacks: ["og:"])
        for target in ["/sitemap.xml", "/opensearch.xml"] {
            #expect(await site.get(target, .of(["Host": host])).status == .badRequest, "\(target)")
        }
    }

    @Test("every indexed page has a unique title and description")
    func titles() async throws {
        let site = try SiteUnderTest()
        var (titles, descriptions) = (Set<Substring>(), Set<Substring>())
        let targets = [
            "/heroes", "/heroes?page=2", "/heroes/a-z", "/heroes/a-z/h", "/heroes/1009610-spider-man",
            "/heroes/1-hero-1", "/about", "/heroes/1009610-spider-man/comics",
            "/heroes/1009610-spider-man/comics?page=2",
        ]
        for target in targets {
            let text = try await site.get(target, host).text
            titles.insert(try #require(text.firstMatch(of: /<title>(.*?)<\/title>/)).1)
            descriptions.insert(try #require(text.firstMatch(of: /<meta name="description" content="(.*?)">/)).1)
        }
        #expect(titles.count == targets.count)
        #expect(descriptions.count == targets.count)
    }

    /// Returns a source that has only these heroes in its cache and fails every request.
    private func source(caching heroes: [Hero]) -> ScriptedSource {
        var source = ScriptedSource()
        source.cachedHeroes = heroes
        source.before = { _ throws(HeroError) in throw .broken("requested") }
        return source
    }

    @Test(
        "the sitemap lists every known hero once, at its canonical address, without a request to the source",
        arguments: [0, 250])
    func sitemap(count: Int) async throws {
        let source = source(caching: (0..<count).reversed().map { Hero(id: $0 + 1, name: "Hero & \($0 + 1)") })
        let response = try await SiteUnderTest(source).get("/sitemap.xml", host)
        #expect(response.fields[.contentType] == "application/xml; charset=utf-8")
        let text = try await response.text
        let locations = text.matches(of: /<loc>(.*?)<\/loc>/).map { String($0.1) }
        #expect(
            Array(locations.prefix(4))
                == ["/", "/heroes", "/heroes/a-z", "/about"].map { "http://site.example:8080" + $0 })
        #expect(locations.count == count + 6 + StaticPage.allCases.count)
        #expect(Set(locations).count == locations.count)
        #expect(["/events", "/series", "/comics"].allSatisfy { locations.contains("http://site.example:8080" + $0) })
        if count > 0 { #expect(locations.last == "http://site.example:8080/heroes/\(count)-hero-\(count)") }
        #expect(text.hasSuffix("</urlset>\n"))
        var known = source
        known.cachedTopics = [ScriptedSource.event, ScriptedSource.comic, Topic(.stories, id: 1, title: "Untold")]
        let topics = try await SiteUnderTest(known).get("/sitemap.xml", host).text.matches(of: /8080(.*?)<\/loc>/)
        #expect(topics.suffix(2).map { String($0.1) } == ["/comics/101-war-1", "/events/238-civil-war"])
    }

    @Test("the sitemap is rendered again if the source has changed, after a minute")
    func sitemapLifetime() async throws {
        let revision = Atomic<UInt64>(1)
        let time = Atomic<Int>(0)
        var source = source(caching: [])
        source.changes = { revision.load(ordering: .relaxed) }
        let renderings = Atomic<Int>(0)
        source.countCachedHeroes = { renderings.add(1, ordering: .relaxed) }
        let site = try SiteUnderTest(source, milliseconds: { time.load(ordering: .relaxed) })
        func count() async -> Int {
            await withTaskGroup(of: Void.self) { [host] group in
                for _ in 0..<20 { group.addTask { #expect(await site.get("/sitemap.xml", host).status == .ok) } }
            }
            return renderings.load(ordering: .relaxed)
        }
        #expect(await count() == 1)
        time.store(61_000, ordering: .relaxed)
        #expect(await count() == 1)
        revision.store(2, ordering: .relaxed)
        #expect(await count() == 2)
        revision.store(3, ordering: .relaxed)
        time.store(62_000, ordering: .relaxed)
        #expect(await count() == 2)
    }

    @Test("a Host that a client made up is named in the sitemap, which is not listed again for it")
    func sitemapHosts() async throws {
        var source = source(caching: [Hero(id: 1, name: "Hulk")])
        let renderings = Atomic<Int>(0)
        source.changes = { 1 }
        source.countCachedHeroes = { renderings.add(1, ordering: .relaxed) }
        let site = try SiteUnderTest(source)
        for host in ["a.example", "b.example", "a.example:81"] {
            let text = try await site.get("/sitemap.xml", .of(["Host": host])).text
            #expect(text.contains("<loc>http://\(host)/heroes/1-hulk</loc>"))
        }
        #expect(renderings.load(ordering: .relaxed) == 1)
    }

    @Test("robots.txt names the sitemap and excludes the favourites")
    func robots() async throws {
        let site = try SiteUnderTest(publicURL: "https://heroes.example")
        let text = try await site.get("/robots.txt").text
        #expect(text.contains("Disallow: /favourites\n"))
        #expect(text.hasSuffix("Sitemap: https://heroes.example/sitemap.xml\n"))
        #expect(try await !SiteUnderTest().get("/robots.txt").text.contains("Sitemap"))
    }

    @Test("the manifest is JSON, its icons exist, one of them may be cropped, and its shortcuts lead to pages")
    func manifest() async throws {
        let site = try SiteUnderTest()
        let response = await site.get("/manifest.webmanifest")
        #expect(response.fields[.contentType] == "application/manifest+json")
        let value = try JSONSerialization.jsonObject(with: Data(try await response.text.utf8)) as? [String: Any]
        let icons = try #require(value?["icons"] as? [[String: String]])
        #expect(icons.count == 4)
        #expect(value?["start_url"] as? String == "/")
        #expect(value?["id"] as? String == "/heroes")
        #expect(icons.filter { $0["purpose"] == "maskable" }.count == 1)
        let shortcuts = try #require(value?["shortcuts"] as? [[String: String]])
        #expect(shortcuts.compactMap { $0["url"] } == ["/heroes/a-z", "/favourites", "/heroes/random"])
        for icon in icons {
            let file = await site.get(try #require(icon["src"]))
            #expect(file.status == .ok)
            #expect(file.fields[.contentType]?.hasPrefix(icon["type"] ?? "?") == true)
            #expect(file.fields[.crossOriginResourcePolicy] == "cross-origin")
        }
        #expect(await site.get("/favicon.ico").fields[.contentType] == "image/x-icon")
        for name in ["apple-touch-icon", "apple-touch-icon-precomposed"] {
            #expect(await site.get("/\(name).png").fields[.contentType] == "image/png")
        }
    }

    @Test("the page about the site says where to report mistakes, as far as the operator says so")
    func contact() async throws {
        for (contact, link) in [
            (nil, "has not left an address"), ("a+b@heroes.example", "href=\"mailto:a+b@heroes.example\""),
            ("https://heroes.example/report?x=1", "href=\"https://heroes.example/report?x=1\""),
        ] as [(String?, String)] {
            let site = try SiteUnderTest(configure: { $0.contact = contact.flatMap { .init($0) } })
            #expect(try await site.get("/about").text.contains(link), "\(contact ?? "none")")
        }
        for text in ["", "me", "javascript:alert(1)", "a@b@c", "a b@c", "a@b?bcc=c", "@a", "//heroes.example"] {
            #expect(SiteConfiguration.Contact(text) == nil, "\(text)")
        }
    }

    @Test("a browser can search from its address bar")
    func searchDescription() async throws {
        let text = try await SiteUnderTest().get("/opensearch.xml", host).text
        #expect(text.contains("template=\"http://site.example:8080/heroes?q={searchTerms}\""))
    }

    @Test(
        "documents do not depend on cookies, and caches may store them unless they contain the requested host"
    )
    func caching() async throws {
        for target in ["/robots.txt", "/sitemap.xml", "/manifest.webmanifest", "/opensearch.xml"] {
            for url in [nil, "https://heroes.example"] {
                let response = try await SiteUnderTest(publicURL: url).get(target, host)
                #expect(response.status == .ok)
                #expect(response.fields[.setCookie] == nil)
                let isShared = url != nil || target == "/manifest.webmanifest"
                #expect(response.fields[.cacheControl] == (isShared ? "public, max-age=3600" : "private, no-store"))
                #expect(response.fields[.xContentTypeOptions] == "nosniff")
            }
        }
    }
}
