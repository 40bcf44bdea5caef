import Basics
import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes
import Testing

@testable import Site

@Suite("Header fields of every route")
struct HeaderTests {
    /// An address of each kind of page.
    static let targets = [
        "/heroes", "/heroes?q=spi", "/heroes?q=nobody", "/heroes/a-z", "/heroes/1009610-spider-man",
        "/heroes/1009610-spider-man/comics", "/favourites", "/nowhere", "/heroes?page=x", "/heroes?page=99",
    ]

    @Test("pages forbid content that they do not need, with HTTPS also plain HTTP", arguments: targets)
    func pages(_ target: String) async throws {
        let policy = try #require(try await SiteUnderTest().get(target).fields[.contentSecurityPolicy])
        let directives = policy.split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
        #expect(directives.contains("default-src 'none'"))
        // A proxy that requires a login answers forms with a redirect to another origin.
        expectText(policy, has: ["; base-uri 'none';", "; frame-ancestors 'none';"], lacks: ["unsafe", "form-action"])
        for (url, value) in [("https", "max-age=31536000"), ("http", nil)] as [(String, String?)] {
            let response = try await SiteUnderTest(publicURL: url + "://heroes.example").get(target)
            #expect(response.fields[.strictTransportSecurity] == value)
        }
    }

    @Test(
        "no response may be sniffed or loaded by other sites, except the icon", arguments: RouteTests.every)
    func everything(_ route: Route) async throws {
        let response = try await SiteUnderTest().get(route.target, .of(["Host": "heroes.example"]))
        #expect(response.fields[.xContentTypeOptions] == "nosniff")
        let isIcon = if case .document(.icon) = route { true } else { false }
        let sites = isIcon ? "cross-origin" : "same-origin"
        #expect(response.fields.value(named: "cross-origin-resource-policy") == sites)
        #expect(response.fields[.cacheControl] != nil)
        let isPage = response.fields[.contentType]?.hasPrefix("text/html") ?? false
        if isPage { #expect(response.fields[.cacheControl] == "private, no-store") }
    }

    @Test(
        "the policy allows inline style and speculation rules by hash; other scripts are files or data",
        arguments: targets)
    func hashes(_ target: String) async throws {
        let response = try await SiteUnderTest().get(target, .of(["Host": "heroes.example"]))
        let text = try await response.text
        let policy = try #require(response.fields[.contentSecurityPolicy])
        for (name, directive) in [("style", "style-src"), ("script", "script-src")] {
            var hashes: [String] = []
            for element in text.matches(
                of: try Regex("<\(name)([^>]*)>([\\s\\S]*?)</\(name)>", as: (Substring, Substring, Substring).self))
            {
                if element.1.contains("src=\"/static/") || element.1.contains("ld+json") { continue }
                let hash = Data(SHA256.hash(data: Array(element.2.utf8))).base64EncodedString()
                hashes.append("'sha256-\(hash)'")
            }
            #expect(policy.contains("\(directive) \((["'self'"] + hashes).joined(separator: " "));"), "\(policy)")
            #expect(hashes.count == 1)
        }
        expectText(text, has: [], lacks: [" style=\"", " onclick"])
    }

    @Test("a prefetched page is complete and from the cache, or fails")
    func prefetch() async throws {
        var source = ScriptedSource.usual
        source.cachedHeroes = [ScriptedSource.spider]
        let ahead = HTTPFields.of(["Sec-Purpose": "prefetch;prerender"])
        #expect(try await SiteUnderTest(source).get("/heroes/1009610-spider-man", ahead).status == .ok)
        source.before = { query throws(HeroError) in
            if query == .topics(.series) { throw .notCached }
        }
        let response = try await SiteUnderTest(source, streamingDelay: .milliseconds(1)).get(
            "/heroes/1009610-spider-man", ahead)
        // A browser might show a success, and a 5xx would look like a failure of the server.
        #expect(response.status == .forbidden)
        #expect(!response.isStreamed)
    }

    @Test("a hero's pages have the hue of the picture, or none if it is unknown")
    func hue() async throws {
        for (hue, isKnown) in [(-10, true), (nil, false)] {
            let site = try SiteUnderTest(configure: { $0.hue = { _ in hue } })
            for end in ["", "/comics"] {
                let text = try await site.get("/heroes/1009610-spider-man" + end).text
                #expect(text.contains(":root:root{--hue:350;") == isKnown)
                #expect(text.contains("--hue") == isKnown)
            }
        }
    }
}
