import Basics
import HTTPTypes
import Support
import Testing

/// Clients that try to use up the source's calls or to open the breaker: other visitors are not affected.
@Suite(.timeLimit(.minutes(2))) struct HostileClientTests {
    private static let hostile = "192.0.2.66", other = "2001:db8:1:2::3"

    /// Returns uncached pages for other visitors.
    private static func pages(_ number: Int) -> [String] {
        let id = 5000 + number
        return ["/heroes?page=\(2 + number)", "/heroes/\(id)-hero-\(id)", "/heroes/\(id)-hero-\(id)/comics"]
    }

    /// Responds like an API with a list of a thousand heroes, and any single hero.
    @Sendable private static func archive(_ target: String) -> LoopbackUpstream.Reply {
        guard target.contains("/characters?"), !target.contains("nameStartsWith") else { return .marvel(target) }
        let offset = target.split(separator: "offset=").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
        let ids = offset + 1..<max(offset + 1, min(offset + 21, 1001))
        let heroes = ids.map { #"{"id":\#($0),"name":"Hero \#($0)"}"# }
        return .json(#"{"code":200,"data":{"total":1000,"results":[\#(heroes.joined(separator: ","))]}}"#)
    }

    /// Kinds of uncached requests by one client; the number makes each request unique.
    enum Attack: String, CaseIterable, Sendable {
        case searches, heroes, imports, shares, works

        func run(_ number: Int, _ site: SiteOnUpstream) async -> HTTPResponse.Status {
            let id = 100_000 + 20 * number
            switch self {
            case .searches: return await site.get("/heroes?q=x\(number)", from: hostile).response.status
            case .heroes: return await site.get("/heroes/\(id)-hero-\(id)", from: hostile).response.status
            case .works:
                return await site.get("/heroes/\(id)-hero-\(id)/series?page=2", from: hostile).response.status
            case .shares:
                let ids = (id..<id + 20).map(String.init).joined(separator: ",")
                return await site.get("/heroes?ids=\(ids)", from: hostile).response.status
            case .imports:
                let ids = (id..<id + 20).map { #"{"id":\#($0)}"# }.joined(separator: ",")
                return await site.importList("[\(ids)]", from: hostile).response.status
            }
        }
    }

    @Test(
        "a client uses at most its share of the day, and all pages of others are served",
        arguments: Attack.allCases)
    func share(attack: Attack) async throws {
        let site = try SiteOnUpstream(dailyBudget: 3000, responses: Self.archive)
        for round in 0..<10 {
            for number in 0..<20 { _ = await attack.run(round * 20 + number, site) }
            for page in Self.pages(round) {
                #expect(await site.get(page, from: Self.other).response.status == .ok, "\(page)")
            }
        }
        #expect(site.upstream.counts.requests <= 150 + 10 * 7)
        #expect(site.cached.metrics.budget.left.map { $0 > 2500 } == true)
        #expect(await site.get("/heroes", from: Self.hostile).response.status == .ok)
    }

    @Test("a client over its share gets a reason and Retry-After, and still gets cached pages")
    func tooManyRequests() async throws {
        let site = try SiteOnUpstream(dailyBudget: 3000, responses: Self.archive)
        var number = 0
        while await Attack.searches.run(number, site) == .ok { number += 1 }
        let (response, text) = await site.get("/heroes?q=y", from: Self.hostile)
        #expect(response.status == .tooManyRequests)
        #expect(response.fields[.retryAfter].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
        #expect(text.contains("Many new pages"))
        #expect(await site.get("/heroes?q=x0", from: Self.hostile).response.status == .ok)
    }

    @Test("many clients together leave the reserve for lists, heroes' pages and finally the front page")
    func reserve() async throws {
        let site = try SiteOnUpstream(dailyBudget: 200, responses: Self.archive)
        for number in 0..<300 { _ = await site.get("/heroes?q=x\(number)", from: "192.0.2.\(number % 100)") }
        #expect(site.cached.metrics.budget.left == 40)
        #expect(await site.get("/heroes?q=y", from: Self.other).response.status == .serviceUnavailable)
        #expect(await site.get("/heroes/9-hero-9", from: Self.other).response.status == .ok)
        for number in 0..<300 { _ = await site.get("/heroes?page=\(2 + number % 49)", from: "192.0.2.\(number % 100)") }
        #expect(await site.get("/heroes/8-hero-8", from: Self.other).response.status == .serviceUnavailable)
        #expect(await site.get("/heroes", from: Self.other).response.status == .ok)
    }

    @Test(
        "errors for one client's odd requests do not open the breaker for others",
        arguments: [400, 403, 404, 409, 500, 501, 502, 302, 200])
    func failing(status: Int) async throws {
        let site = try SiteOnUpstream { target in
            target.contains("odd") || target.contains("/666") || target.contains("offset=66")
                ? .text("<html>", status: status) : Self.archive(target)
        }
        var number = 0
        for round in 0..<20 {
            for target in [
                "/heroes?q=odd", "/heroes?q=odds&page=", "/heroes/666", "/heroes?page=34&x=",
                "/heroes/666-x/comics?page=",
            ] {
                number += 2
                _ = await site.get(target + "\(number)", from: Self.hostile)
            }
            for page in Self.pages(round) where !page.contains("page=34") {
                #expect(await site.get(page, from: Self.other).response.status == .ok, "\(page)")
            }
        }
        #expect(site.cached.metrics.breaker == .closed)
    }

    @Test("others do not wait for odd requests in flight")
    func waiting() async throws {
        let gate = Gate()
        let isHeld = Locked(false)
        let site = try SiteOnUpstream { target in
            guard target.contains("odd") || target.contains("/666") else { return Self.archive(target) }
            return isHeld.withLock { $0 } ? .when(gate, .text("", status: 500)) : .text("", status: 500)
        }
        for number in 0..<10 {
            _ = await site.get("/heroes?q=odd\(number)", from: Self.hostile)
            _ = await site.get("/heroes/666\(number)-x", from: Self.hostile)
        }
        #expect(site.cached.metrics.breaker == .open)
        isHeld.withLock { $0 = true }
        async let hostile = site.get("/heroes?q=odder", from: Self.hostile)
        while site.cached.metrics.callsInFlight == 0 { await Task.yield() }
        for page in Self.pages(0) { #expect(await site.get(page, from: Self.other).response.status == .ok) }
        gate.open()
        #expect(await hostile.response.status == .badGateway)
    }

    @Test("pages beyond the end of a list cost no call once any page of the list is cached")
    func beyond() async throws {
        let site = try SiteOnUpstream(responses: Self.archive)
        _ = await site.get("/heroes?page=7", from: Self.other)
        _ = await site.get("/heroes/7-hero-7", from: Self.other)
        let calls = site.upstream.counts.requests
        for page in [51, 52, 9999, 1_000_000] {
            let (response, text) = await site.get("/heroes?page=\(page)", from: Self.hostile)
            #expect(response.status == .notFound && text.contains("/heroes?page=50"))
            #expect(await site.get("/heroes/7-hero-7/comics?page=\(page)").response.status == .notFound)
        }
        #expect(site.upstream.counts.requests == calls)
    }
}
