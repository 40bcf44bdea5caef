import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes
import Storage
import Support
import Testing

@testable import Site

@Suite("How many visitors one network may bring")
struct NewVisitorTests {
    @Test("an hour's worth is let in at once, then one by one as time passes")
    func measure() {
        let (clock, visitors) = (ManualClock(), NetworkLimit(perHour: 60))
        let client = ClientAddress("192.0.2.1")
        for _ in 0..<60 { #expect(visitors.admit(client, now: clock.now) == nil) }
        #expect(visitors.admit(client, now: clock.now) == 60)
        clock.advance(by: 30)
        #expect(visitors.admit(client, now: clock.now) == 30)
        #expect(visitors.admit(ClientAddress("192.0.2.2"), now: clock.now) == nil)
        clock.advance(by: 30)
        #expect(visitors.admit(client, now: clock.now) == nil)
        #expect(visitors.admit(client, now: clock.now) == 60)
        clock.advance(by: 3600)
        for _ in 0..<60 { #expect(visitors.admit(client, now: clock.now) == nil) }
        #expect(visitors.admit(client, now: clock.now) == 60)
        // A clock that is put right keeps nobody out for longer.
        clock.advance(by: -365 * 86_400)
        #expect(visitors.admit(client, now: clock.now) == 60)
        clock.advance(by: 60)
        #expect(visitors.admit(client, now: clock.now) == nil)
    }

    @Test("an IPv6 /64 counts as one, and so do all whose address is unknown")
    func networks() {
        let (clock, visitors) = (ManualClock(), NetworkLimit(perHour: 2))
        for host in 1...2 { #expect(visitors.admit(ClientAddress("2001:db8::\(host)"), now: clock.now) == nil) }
        #expect(visitors.admit(ClientAddress("2001:db8::3"), now: clock.now) != nil)
        #expect(visitors.admit(ClientAddress("2001:db8:0:1::3"), now: clock.now) == nil)
        for _ in 1...2 { #expect(visitors.admit(nil, now: clock.now) == nil) }
        #expect(visitors.admit(nil, now: clock.now) != nil)
    }

    @Test("memory is bounded, and who asks again and again is not forgotten for it")
    func bounded() {
        let (clock, visitors) = (ManualClock(), NetworkLimit(perHour: 1, remembered: 100))
        let busy = ClientAddress("192.0.2.1")
        #expect(visitors.admit(busy, now: clock.now) == nil)
        for number in 0..<10_000 {
            _ = visitors.admit(ClientAddress("10.0.\(number / 256).\(number % 256)"), now: clock.now)
            if number % 40 == 0 { #expect(visitors.admit(busy, now: clock.now) != nil) }
            if visitors.count > 102 { Issue.record("\(visitors.count) networks after \(number)") }
        }
    }

    @Test(
        "100,000 new visitors at once from one address, or from one /64, are as many as the measure allows",
        arguments: [false, true])
    func flood(isIPv6: Bool) {
        let (clock, visitors) = (ManualClock(), NetworkLimit(perHour: 200))
        let admitted = (0..<100_000).count { number in
            let host = String(number, radix: 16)
            let address =
                isIPv6
                ? "2001:db8:1:2:\(host.dropLast(4).isEmpty ? "0" : host.dropLast(4)):1::\(host.suffix(4))" : "192.0.2.1"
            return visitors.admit(ClientAddress(address), now: clock.now) == nil
        }
        #expect(admitted == 200)
        #expect(visitors.count == 1)
    }

    private func site(
        _ store: any FavouritesStore, limit: Int, proxies: [String] = [],
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> Site {
        var configuration = SiteConfiguration()
        configuration.newVisitorsPerHour = limit
        configuration.trustedProxies = proxies.compactMap(AddressRange.init)
        configuration.patience = .seconds(60)
        var surroundings = Surroundings()
        surroundings.now = { Date(timeIntervalSince1970: 1_700_000_000) }
        surroundings.log = log
        let theme = try Theme(templates: SiteUnderTest.root + "/Templates", files: SiteUnderTest.root + "/Public")
        return Site(
            source: ScriptedSource.usual, favourites: store, configuration: configuration, surroundings: surroundings
        ) { theme }
    }

    private func add(_ site: Site, peer: String = "192.0.2.1", _ fields: [String: String] = [:]) async -> Response {
        await site.respond(
            to: Request(
                method: .post, target: "/favourites/1009610",
                fields: .of(fields.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }),
                body: Array("action=add&back=/heroes".utf8), peer: peer))
    }

    @Test("over the limit nothing is saved, the page says when to come back, and known visitors go on")
    func refused() async throws {
        let site = try site(MemoryStore(), limit: 2)
        let first = await add(site)
        #expect(first.status == .seeOther)
        #expect(await add(site).status == .seeOther)
        let refused = await add(site)
        #expect(refused.status == .tooManyRequests && refused.fields[.setCookie] == nil)
        #expect(refused.fields[.retryAfter] == "1800")
        let text = try await refused.text
        #expect(text.contains("was not saved") && text.contains("30 minutes") && text.contains("</html>"))
        #expect(await add(site, ["Cookie": first.cookies.joined(separator: "; ")]).status == .seeOther)
        #expect(await add(site, peer: "192.0.2.2").status == .seeOther)
    }

    @Test("a cookie that somebody made up counts as none, and is not what favourites are kept under")
    func madeUp() async throws {
        let store = MemoryStore()
        let site = try site(store, limit: 2)
        for number in 1...2 {
            let token = String(repeating: "\(number)", count: 32)
            let response = await add(site, ["Cookie": "visitor=\(token)"])
            #expect(response.status == .seeOther)
            #expect(response.cookies.contains { $0.hasPrefix("visitor-80=") && !$0.hasSuffix(token) })
            #expect(try await !store.add([], forKnown: #require(Visitor(token: token))))
        }
        #expect(await add(site, ["Cookie": "visitor=\(String(repeating: "3", count: 32))"]).status == .tooManyRequests)
    }

    @Test("behind a proxy that is not trusted the log says once that all its visitors count as one, and of which proxy")
    func untrustedProxy() async throws {
        let log = SiteUnderTest.Log()
        let site = try site(MemoryStore(), limit: 1, proxies: ["10.0.0.1"], log: log.write)
        _ = await add(site, peer: "10.0.0.1", ["X-Forwarded-For": "198.51.100.1"])
        _ = await add(site, peer: "192.0.2.9")
        #expect(log.lines == [])
        for host in 1...3 { _ = await add(site, peer: "10.0.0.2", ["X-Forwarded-For": "198.51.100.\(host)"]) }
        #expect(log.lines.count == 1 && log.lines.first?.contains("--trusted-proxy 10.0.0.2") == true)
    }

    @Test("behind a proxy it is the client that counts, and only the proxy's word for it")
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
