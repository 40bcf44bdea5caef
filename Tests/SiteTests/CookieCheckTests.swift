import Basics
import HTTP
import HTTPTypes
import Heroes
import Storage
import Testing

@testable import Site

@Suite("The cookie check after a first favourite")
struct CookieCheckTests {
    private static let json = HTTPFields.of(["Accept": "application/json"])

    private func cookie(_ response: Response, _ fields: HTTPFields = [:]) -> HTTPFields {
        var all = response.cookieFields
        all.append(contentsOf: fields)
        return all
    }

    /// Returns the request target of the redirect, as a browser sends it.
    private func target(_ response: Response) throws -> String {
        String(try #require(response.fields[.location]).prefix { $0 != "#" })
    }

    @Test(
        "a browser with the cookie is redirected to the page, with the card in view",
        arguments: ["/heroes", "/heroes?q=spi&page=1", "/favourites", "/heroes/a-z/s", "/heroes?ids=1,2"])
    func withCookie(_ back: String) async throws {
        let site = try SiteUnderTest()
        let form = "action=add&back=" + PercentEncoding.encode(back)
        let added = await site.post("/favourites/1009610", form)
        let shown = await site.get(try target(added), cookie(added))
        #expect(shown.status == .seeOther)
        #expect(shown.fields[.cacheControl] == "no-store")
        let path = back.replacing("&page=1", with: "")
        #expect(shown.fields[.location] == path + "#hero-1009610")
        let second = await site.post("/favourites/66", form, cookie(added))
        #expect(second.fields[.location] == path + "#hero-66")
    }

    @Test("a browser without the cookie gets a page that says why nothing was saved, and that is not cached")
    func withoutCookie() async throws {
        let site = try SiteUnderTest()
        let added = await site.post("/favourites/1009610", "action=add&back=/heroes%3Fpage%3D2")
        for _ in 0..<2 {
            let response = await site.get(try target(added), .of(["Host": "heroes.example"]))
            #expect(response.status == .forbidden)
            #expect(response.fields[.cacheControl] == "private, no-store")
            #expect(response.fields[.eTag] == nil)
            let parts = ["was not saved", "need a cookie", "href=\"/heroes?page=2#hero-1009610\""]
            expectText(try await response.text, has: parts)
        }
    }

    @Test("on plain HTTP, a site with an HTTPS address says so and links to it")
    func overHTTP() async throws {
        var named = ["Host": "heroes.example", "Referer": "http://heroes.example/heroes?page=2"]
        let site = try SiteUnderTest(publicURL: "https://heroes.example")
        let target = try target(await site.post("/favourites/1009610", "action=add&back=/heroes%3Fpage%3D2"))
        let text = try await site.get(target, .of(named)).text
        expectText(text, has: ["href=\"https://heroes.example/heroes?page=2#hero-1009610\"", "plain HTTP"])
        named["Referer"] = "https://heroes.example/heroes?page=2"
        #expect(try await site.get(target, .of(named)).text.contains("need a cookie"))
    }

    @Test("two first favourites at once: the one without the stored cookie is not reported as saved")
    func twoTabs() async throws {
        let bits = DistinctNumbers()
        let site = try SiteUnderTest(random: bits.next)
        let (one, two) = (
            await site.post("/favourites/1009610", "action=add&back=/heroes"),
            await site.post("/favourites/66", "action=add&back=/heroes")
        )
        #expect(one.cookies.first != two.cookies.first)
        let response = await site.get(try target(one), cookie(two))
        #expect(response.status == .conflict)
        #expect(try await response.text.contains("Please try again"))
        #expect(await site.get(try target(two), cookie(two)).status == .seeOther)
    }

    @Test("if favourites cannot be read, the page reports that and does not mention cookies")
    func unread() async throws {
        let store = RecordingStore()
        let site = try SiteUnderTest(favourites: store)
        let added = await site.post("/favourites/1009610", "action=add&back=/heroes")
        store.fail(with: .unavailable("broken"))
        #expect(await site.get(try target(added), cookie(added)).fields[.location] == "/heroes#hero-1009610")
        #expect(await site.get(try target(added), cookie(added, Self.json)).status == .serviceUnavailable)
    }

    @Test("the script gets an empty response if the change is stored, after the cookie check of a new visitor")
    func script() async throws {
        let site = try SiteUnderTest()
        let first = await site.post("/favourites/1009610", "action=add&back=/heroes", Self.json)
        #expect(first.status == .seeOther)
        #expect(first.cookies.count == 2)
        #expect(try target(first) == "/heroes?first=1009610")
        let visitor = cookie(first, Self.json)
        for response in [
            await site.get(try target(first), visitor),
            await site.post("/favourites/66", "action=add&back=/heroes", visitor),
            await site.post("/favourites/66", "action=remove&back=/heroes", visitor),
        ] {
            #expect(response.status == .noContent)
            #expect(response.fields[.cacheControl] == "no-store")
            #expect(try await response.text == "")
        }
        let blocked = await site.get(try target(first), Self.json)
        #expect(blocked.status == .forbidden)
        #expect(blocked.fields[.contentType] == "application/problem+json")
    }

    @Test(
        "the parameter is ignored if it is not a hero's number, or the page has no hearts",
        arguments: ["/heroes?first=", "/heroes?first=x", "/heroes?xfirst=1", "/robots.txt?first=1", "/about?first=1"])
    func ignored(_ target: String) async throws {
        #expect(await (try SiteUnderTest()).get(target).status == .ok)
    }
}
