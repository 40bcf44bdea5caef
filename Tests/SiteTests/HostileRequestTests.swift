import HTTP
import HTTPTypes
import Heroes
import Storage
import Testing

@testable import Site

/// Requests that other sites, old browsers and attackers send, to every address of the site.
@Suite("Every address under hostile requests")
struct HostileRequestTests {
    /// A visitor in the store, with one favourite.
    private static let token = "0123456789abcdeffedcba9876543210"

    private func prepared() async throws -> (SiteUnderTest, RecordingStore) {
        let store = RecordingStore()
        let hero = Favourite(id: 1_009_610, name: "Spider-Man", thumbnail: nil, added: .distantPast)
        try await store.add(hero, for: #require(Visitor(token: Self.token)))
        _ = store.takeCalls()
        return (try SiteUnderTest(favourites: store), store)
    }

    private func ask(_ site: SiteUnderTest, _ route: Route, _ fields: [String: String]) async -> Response {
        let fields = HTTPFields.of(fields.merging(["Host": "heroes.example"]) { $1 })
        return route.address.methods.contains(.post)
            ? await site.post(route.target, "action=remove&back=/heroes", fields) : await site.get(route.target, fields)
    }

    @Test(
        "another site changes nothing through the visitor's browser, and reads nothing personal",
        arguments: RouteTests.every,
        [
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "Same-Origin"],
            ["Sec-Fetch-Site": "same-origin, cross-site"], ["Origin": "https://evil.example"], ["Origin": "null"],
            ["Origin": "https://heroes.example.evil.example"], ["Origin": "https://heroes.example:444"],
            ["Origin": "https://evil.example/heroes.example"], ["Origin": "https://heroes.example@evil.example"],
            ["Sec-Fetch-Site": "cross-site", "Origin": "https://heroes.example"],
        ])
    func foreign(route: Route, named: [String: String]) async throws {
        let (site, store) = try await prepared()
        let response = await ask(site, route, named.merging(["Cookie": "visitor=\(Self.token)"]) { $1 })
        // The visitor may be read but not changed.
        #expect(store.takeCalls().allSatisfy { $0 == "favourites of" })
        if route.address.methods.contains(.post) { #expect(response.status == .forbidden) }
        #expect(response.status.code < 500)
        #expect(response.fields.value(named: "access-control-allow-origin") == nil)
    }

    @Test(
        "a forged cookie shows no favourites and is not set again",
        arguments: RouteTests.every,
        [
            "visitor=ffffffffffffffffffffffffffffffff", "visitor=\(String(repeating: "a", count: 8000))",
            "visitor=\(token.uppercased())", "visitor=\(token)0", "visitor=\(token.dropLast())",
            "visitor=\(token); visitor=ffffffffffffffffffffffffffffffff", "visitor=%30123456789abcdeffedcba9876543210",
            "Visitor=\(token)", "xvisitor=\(token)", "visitor=../../\(token)", "visitor=*", "visitor=",
        ])
    func forged(route: Route, cookie: String) async throws {
        let (site, store) = try await prepared()
        let response = await ask(site, route, ["Cookie": cookie])
        #expect(response.status.code < 500)
        expectText(try await response.text, has: [], lacks: ["aria-pressed=\"true\"", Self.token])
        #expect(!response.fields[values: .setCookie].contains { $0.hasPrefix("visitor") && !$0.contains("Max-Age=0") })
        #expect(try await store.favourites(of: #require(Visitor(token: Self.token))).list.count == 1)
    }

    @Test(
        "the visitor's own cookie works at every address, and no response or log line repeats it",
        arguments: RouteTests.every)
    func own(route: Route) async throws {
        let (site, _) = try await prepared()
        let response = await ask(site, route, ["Cookie": "visitor=\(Self.token)"])
        #expect(response.status.code < 500)
        #expect(try await !response.text.contains(Self.token))
        let others = response.fields.filter { $0.name != .setCookie }
        #expect(!others.contains { $0.value.contains(Self.token) })
        #expect(!site.log.lines.contains { $0.contains(Self.token) })
    }

    @Test(
        "an invalid cookie of the same name is ignored, and so is a repeated one",
        arguments: [
            "visitor=\(token); visitor=\(token)", "visitor=en-GB; visitor=\(token)", "visitor=\(token); visitor=",
            "visitor=; a=b; visitor=\(token)",
        ])
    func ofAnotherProgram(cookie: String) async throws {
        let (site, store) = try await prepared()
        #expect(try await site.get("/favourites", [.cookie: cookie]).text.contains("aria-pressed=\"true\""))
        let added = await site.post("/favourites/66", "action=add&back=/heroes", [.cookie: cookie])
        #expect(added.cookies.contains("visitor=\(Self.token)"))
        #expect(try await store.favourites(of: #require(Visitor(token: Self.token))).list.count == 2)
    }

    @Test("with HTTPS, a cookie without the __Host- prefix is ignored beside one with it")
    func planted() async throws {
        let (_, store) = try await prepared()
        let site = try SiteUnderTest(favourites: store, publicURL: "https://heroes.example")
        let own = await site.post("/favourites/66", "action=add&back=/heroes")
        let planted: HTTPFields = [.cookie: "visitor=\(Self.token); " + own.cookies.joined(separator: "; ")]
        let page = await site.get("/favourites", planted)
        #expect(page.cookies.first == own.cookies.first)
        #expect(try await page.text.contains("id=\"favourites-count\">1<"))
        let added = await site.post("/favourites/1", "action=add&back=/heroes", planted)
        #expect(added.cookies.first == own.cookies.first)
        #expect(try await store.favourites(of: #require(Visitor(token: Self.token))).list.count == 1)
    }

    /// Spellings of an address on another site, as the decoded text of the form field.
    static let foreignTargets: [String] = {
        let plain = [
            "https://evil.example/heroes", "http:evil.example", "//evil.example", "///evil.example", "/\\evil.example",
            "\\\\evil.example", "/\t/evil.example", "/ /evil.example", "javascript:alert(1)", "JaVaScRiPt:alert(1)",
            "\u{1}javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "/heroes\r\nSet-Cookie: a=b",
            "/heroes\u{0}", "heroes", "?q=a", "#x", "@evil.example", ".evil.example", "/.evil.example/..//evil.example",
            "/favourites/forget", "/favourites/1", "/heroes/random", "/static/site.css", "/..//evil.example",
            "/heroes/..//evil.example", "／／evil.example", "/heroes@evil.example", "https:/evil.example",
            "/heroes/1-" + String(repeating: "\"", count: 2000),
        ]
        let encoded = plain.map { text in
            text.utf8.map { "%" + String(Int($0) + 256, radix: 16).dropFirst() }.joined()
        }
        return plain + encoded
    }()

    @Test("`back` never leads to another site, however it is written", arguments: foreignTargets, [false, true])
    func back(_ back: String, isDecodedTwice: Bool) async throws {
        let (site, _) = try await prepared()
        // Encoded once, as a form sends it, or twice.
        var value = back.utf8.map { "%" + String(Int($0) + 256, radix: 16).dropFirst() }.joined()
        if isDecodedTwice { value = value.replacing("%", with: "%25") }
        let response = await site.post("/favourites/66", "action=add&back=\(value)")
        #expect(response.status == .seeOther)
        let location = try #require(response.fields[.location])
        #expect(location.utf8.count < 5000)
        #expect(location.hasPrefix("/heroes"))
        expectText(location, has: [], lacks: ["evil", "script"])
        #expect(location.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }
}
