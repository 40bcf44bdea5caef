import HTTP
import HTTPTypes
import Heroes
import Storage
import Testing

@testable import Site

@Suite("Cookies of several sites on one host, and of one site at several addresses")
struct VisitorCookieTests {
    /// A browser with the cookies of one host, which all ports share.
    private struct Jar {
        var cookies: [String: String] = [:]

        mutating func post(
            _ target: String, _ site: SiteUnderTest, port: Int, form: String = "action=add&back=/heroes"
        ) async -> Response {
            let response = await site.post(target, form, fields(port))
            for line in response.fields[values: .setCookie] {
                let pair = line.prefix { $0 != ";" }.split(separator: "=", omittingEmptySubsequences: false)
                cookies[String(pair[0])] = line.contains("Max-Age=0") ? nil : String(pair[1])
            }
            return response
        }

        func fields(_ port: Int) -> HTTPFields {
            let cookie = cookies.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "; ")
            return .of(["Host": "nas.example:\(port)", "Cookie": cookie])
        }

        func names(_ site: SiteUnderTest, port: Int) async throws -> [String] {
            try await site.names("/favourites", fields(port))
        }
    }

    private let bits = DistinctNumbers()

    private func site(_ store: MemoryStore = MemoryStore(), publicURL: String? = nil) throws -> SiteUnderTest {
        try SiteUnderTest(favourites: store, publicURL: publicURL, random: bits.next)
    }

    @Test("sites at several ports of a host have separate favourites", arguments: [false, true])
    func ports(_ isSecure: Bool) async throws {
        let sites = try [8080, 8081, 8082].map { port in
            (port, try site(publicURL: isSecure ? "https://nas.example:\(port)" : nil))
        }
        var jar = Jar()
        for round in [1, 2] {
            for (port, site) in sites { _ = await jar.post("/favourites/\(port - 8080 + round)", site, port: port) }
        }
        for (port, site) in sites {
            let numbers = [2, 1].map { "Hero \(port - 8080 + $0)" }
            #expect(try await jar.names(site, port: port) == numbers)
        }
        let prefix = isSecure ? "__Host-" : ""
        #expect(
            jar.cookies.keys.sorted() == ["toggled", "visitor", "visitor-8081", "visitor-8082"].map { prefix + $0 })
    }

    @Test("another program's cookie of the same name is not changed")
    func otherProgram() async throws {
        let site = try site()
        var jar = Jar(cookies: ["visitor": "en-GB"])
        _ = await jar.post("/favourites/1", site, port: 8080)
        #expect(jar.cookies["visitor"] == "en-GB" && jar.cookies["visitor-8080"] != nil)
        #expect(try await jar.names(site, port: 8080) == ["Hero 1"])
    }

    @Test("forgetting deletes the cookies of this site only")
    func forget() async throws {
        let (one, two) = (try site(), try site())
        for (first, second, ports) in [(one, two, (8080, 8081)), (two, one, (8081, 8080))] {
            var jar = Jar()
            _ = await jar.post("/favourites/1", one, port: 8080)
            _ = await jar.post("/favourites/2", two, port: 8081)
            let names = try await jar.names(second, port: ports.1)
            _ = await jar.post("/favourites/forget", first, port: ports.0, form: "")
            #expect(jar.cookies.count == 1)
            #expect(try await jar.names(first, port: ports.0) == [])
            #expect(try await jar.names(second, port: ports.1) == names)
        }
    }

    @Test("after a change to HTTPS favourites are still there, and the next change sets the safer cookie")
    func toHTTPS() async throws {
        let store = MemoryStore()
        var jar = Jar()
        _ = await jar.post("/favourites/1", try site(store), port: 80)
        let token = jar.cookies["visitor"]
        let secure = try site(store, publicURL: "https://nas.example")
        #expect(try await jar.names(secure, port: 443) == ["Hero 1"])
        _ = await jar.post("/favourites/2", secure, port: 443)
        #expect(jar.cookies["__Host-visitor"] == token)
        #expect(try await jar.names(secure, port: 443) == ["Hero 2", "Hero 1"])
        _ = await jar.post("/favourites/forget", secure, port: 443, form: "")
        #expect(jar.cookies.keys.filter { $0.contains("visitor") } == [])
    }

    @Test("with HTTPS, a cookie that the store does not have is ignored and not changed")
    func unknownOverHTTPS() async throws {
        let secure = try site(publicURL: "https://nas.example")
        var jar = Jar(cookies: ["visitor": SiteUnderTest.visitorToken])
        _ = await jar.post("/favourites/1", secure, port: 443)
        #expect(jar.cookies["visitor"] == SiteUnderTest.visitorToken)
        #expect(try #require(jar.cookies["__Host-visitor"]) != SiteUnderTest.visitorToken)
    }

    @Test("a site that moves to another port keeps its visitors, even beside another site's cookie")
    func movedPort() async throws {
        let (other, store) = (try site(), MemoryStore())
        var jar = Jar()
        _ = await jar.post("/favourites/1", other, port: 8080)
        _ = await jar.post("/favourites/2", try site(store), port: 8081)
        let moved = try site(store)
        #expect(try await jar.names(moved, port: 9090) == ["Hero 2"])
        _ = await jar.post("/favourites/3", moved, port: 9090)
        #expect(try await jar.names(moved, port: 9090) == ["Hero 3", "Hero 2"])
        #expect(try await jar.names(other, port: 8080) == ["Hero 1"])
    }

    @Test("a visitor who joins another list gets that list's cookie in place of the old one")
    func joined() async throws {
        let site = try site()
        let (other, joining) = (Jar(), Jar())
        var (owner, guest) = (other, joining)
        _ = await owner.post("/favourites/1", site, port: 8080)
        _ = await guest.post("/favourites/2", site, port: 8080)
        let code = try await site.code(owner.fields(8080))
        _ = await guest.post("/favourites/move", site, port: 8080, form: "code=\(code)&join=yes")
        #expect(guest.cookies["visitor"] == owner.cookies["visitor"] && guest.cookies.count == 2)
    }
}
