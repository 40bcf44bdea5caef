import HTTP
import HTTPTypes
import Heroes
import Storage
import Testing

@testable import Site

@Suite("The limit of new visitors per network")
struct NewVisitorTests {
    private func site(_ store: any FavouritesStore, limit: Int, proxies: [String] = []) throws -> SiteUnderTest {
        let bits = DistinctNumbers()
        return try SiteUnderTest(
            favourites: store, random: bits.next,
            configure: { configuration in
                configuration.newVisitorsPerHour = limit
                configuration.trustedProxies = proxies.compactMap(AddressRange.init)
            })
    }

    private func add(_ site: SiteUnderTest, peer: String = "192.0.2.1", _ fields: [String: String] = [:]) async
        -> Response
    {
        await site.site.respond(
            to: Request(
                method: .post, target: "/favourites/1009610",
                fields: .of(fields.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }),
                body: Array("action=add&back=/heroes".utf8), peer: peer))
    }

    @Test("over the limit nothing is saved, the page says when to try again, and known visitors are not limited")
    func refused() async throws {
        let site = try site(MemoryStore(), limit: 2)
        let first = await add(site)
        #expect(first.status == .seeOther)
        #expect(await add(site).status == .seeOther)
        let refused = await add(site)
        #expect(refused.status == .tooManyRequests)
        #expect(refused.fields[.setCookie] == nil)
        #expect(refused.fields[.retryAfter] == "1800")
        expectText(try await refused.text, has: ["Too many new lists", "30 minutes", "</html>"])
        #expect(await add(site, ["Cookie": first.cookies.joined(separator: "; ")]).status == .seeOther)
        #expect(await add(site, peer: "192.0.2.2").status == .seeOther)
    }

    @Test(
        "an IPv6 /48 and an IPv4 /16 have ten times the limit of one of their networks",
        arguments: [
            ((1...10).map { "2001:db8:0:\($0)::1" }, "2001:db8:0:ffff::1", "2001:db8:1::1"),
            ((1...10).map { "192.0.\($0).1" }, "192.0.200.1", "192.1.0.1"),
        ])
    func wideNetworks(_ peers: [String], _ last: String, _ other: String) async throws {
        let site = try site(MemoryStore(), limit: 1)
        for peer in peers { #expect(await add(site, peer: peer).status == .seeOther) }
        #expect(await add(site, peer: last).status == .tooManyRequests)
        #expect(await add(site, peer: other).status == .seeOther)
    }

    @Test("a forged cookie counts as a new visitor, and favourites are not stored under it")
    func forgedCookie() async throws {
        let store = MemoryStore()
        let site = try site(store, limit: 2)
        for number in 1...2 {
            let token = String(repeating: "\(number)", count: 32)
            let response = await add(site, ["Cookie": "visitor=\(token)"])
            #expect(response.status == .seeOther)
            #expect(response.cookies.contains { $0.hasPrefix("visitor=") && !$0.hasSuffix(token) })
            #expect(try await store.add([], forExisting: #require(Visitor(token: token))) == nil)
        }
        #expect(await add(site, ["Cookie": "visitor=\(String(repeating: "3", count: 32))"]).status == .tooManyRequests)
    }

    @Test("an untrusted proxy is logged once, with its address")
    func untrustedProxy() async throws {
        let site = try site(MemoryStore(), limit: 1, proxies: ["10.0.0.1"])
        _ = await add(site, peer: "10.0.0.1", ["X-Forwarded-For": "198.51.100.1"])
        _ = await add(site, peer: "192.0.2.9")
        #expect(site.log.lines == [])
        for host in 1...3 { _ = await add(site, peer: "10.0.0.2", ["X-Forwarded-For": "198.51.100.\(host)"]) }
        #expect(site.log.lines.map { $0.contains("--trusted-proxy 10.0.0.2") } == [true])
    }

    @Test("behind a trusted proxy the client counts, by the last address in X-Forwarded-For")
    func proxy() async throws {
        let site = try site(MemoryStore(), limit: 1, proxies: ["10.0.0.1"])
        for host in 1...3 {
            #expect(await add(site, peer: "10.0.0.1", ["X-Forwarded-For": "198.51.100.\(host)"]).status == .seeOther)
        }
        #expect(
            await add(site, peer: "10.0.0.1", ["X-Forwarded-For": "9.9.9.9, 198.51.100.1"]).status == .tooManyRequests)
        #expect(await add(site, ["X-Forwarded-For": "198.51.100.8"]).status == .seeOther)
        #expect(await add(site, ["X-Forwarded-For": "198.51.100.9"]).status == .tooManyRequests)
    }
}
