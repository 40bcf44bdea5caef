import HTTP
import HTTPTypes
import Heroes
import Storage
import Testing

@testable import Site

@Suite("Cookies of one site at several addresses")
struct VisitorCookieTests {
    /// A browser with the cookies of one host.
    private struct Jar {
        var cookies: [String: String] = [:]

        mutating func post(
            _ target: String, _ site: SiteUnderTest, form: String = "action=add&back=/heroes"
        ) async -> Response {
            let response = await site.post(target, form, fields)
            for line in response.fields[values: .setCookie] {
                let pair = line.prefix { $0 != ";" }.split(separator: "=", omittingEmptySubsequences: false)
                cookies[String(pair[0])] = line.contains("Max-Age=0") ? nil : String(pair[1])
            }
            return response
        }

        var fields: HTTPFields {
            let cookie = cookies.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "; ")
            return .of(["Host": "nas.example", "Cookie": cookie])
        }

        func names(_ site: SiteUnderTest) async throws -> [String] { try await site.names("/favourites", fields) }
    }

    private let bits = DistinctNumbers()

    private func site(_ store: MemoryStore = MemoryStore(), publicURL: String? = nil) throws -> SiteUnderTest {
        try SiteUnderTest(favourites: store, publicURL: publicURL, random: bits.next)
    }

    @Test("after a change to HTTPS favourites are still there, and the next change sets the safer cookie")
    func toHTTPS() async throws {
        let store = MemoryStore()
        var jar = Jar()
        _ = await jar.post("/favourites/1", try site(store))
        let token = jar.cookies["visitor"]
        let secure = try site(store, publicURL: "https://nas.example")
        #expect(try await jar.names(secure) == ["Hero 1"])
        _ = await jar.post("/favourites/2", secure)
        #expect(jar.cookies["__Host-visitor"] == token)
        #expect(try await jar.names(secure) == ["Hero 2", "Hero 1"])
        _ = await jar.post("/favourites/forget", secure, form: "")
        #expect(jar.cookies.keys.filter { $0.contains("visitor") } == [])
    }

    @Test(
        "a cookie that the store does not have is replaced by one of the site’s own",
        arguments: [nil, "https://nas.example"])
    func unknown(_ publicURL: String?) async throws {
        let site = try site(publicURL: publicURL)
        var jar = Jar(cookies: ["visitor": SiteUnderTest.visitorToken])
        _ = await jar.post("/favourites/1", site)
        let name = publicURL == nil ? "visitor" : "__Host-visitor"
        #expect(try #require(jar.cookies[name]) != SiteUnderTest.visitorToken)
    }

    @Test("a visitor who joins another list gets that list's cookie in place of the old one")
    func joined() async throws {
        let site = try site()
        let (other, joining) = (Jar(), Jar())
        var (owner, guest) = (other, joining)
        _ = await owner.post("/favourites/1", site)
        _ = await guest.post("/favourites/2", site)
        let code = try await site.code(owner.fields)
        _ = await guest.post("/favourites/move", site, form: "code=\(code)&join=yes")
        #expect(guest.cookies["visitor"] == owner.cookies["visitor"] && guest.cookies.count == 2)
    }
}
