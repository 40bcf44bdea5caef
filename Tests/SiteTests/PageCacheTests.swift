import HTTP
import HTTPTypes
import Heroes
import Storage
import Support
import Synchronization
import Testing

@testable import Site

@Suite("The page cache")
struct PageCacheTests {
    /// The state around a site that a test can change: the source's revision, the clock and random numbers.
    private final class Conditions: Sendable {
        let revision = Atomic<UInt64>(1)
        let milliseconds = Atomic<Int>(0)
        let requests = Atomic<Int>(0)
        let bits = DistinctNumbers()

        var source: ScriptedSource {
            var source = ScriptedSource.usual
            source.changes = { self.revision.load(ordering: .relaxed) }
            source.before = { (_: ScriptedSource.Query) throws(HeroError) in
                self.requests.add(1, ordering: .relaxed)
            }
            return source
        }
    }

    private let conditions = Conditions()
    private let store = MemoryStore()

    private func site(_ source: (any HeroSource)? = nil, isDevelopment: Bool = false) throws -> SiteUnderTest {
        try SiteUnderTest(
            source ?? conditions.source, favourites: store, random: conditions.bits.next,
            milliseconds: { [conditions] in conditions.milliseconds.load(ordering: .relaxed) },
            isDevelopment: isDevelopment)
    }

    /// Returns the cached page for the request.
    private func cachedPage(_ request: Request, _ site: SiteUnderTest) -> ImmediateResponse? {
        site.site.immediateResponse(to: RequestHead(request))
    }

    @Test("a file is sent at once, except in development, where files may change")
    func file() throws {
        let request = Request(target: "/static/site.css")
        #expect(try cachedPage(request, site())?.route == Route.Name.file.rawValue)
        #expect(try cachedPage(request, site(isDevelopment: true)) == nil)
    }

    @Test("a scheme and a host that a client made up are not shown to the visitors of a trusted proxy")
    func forgedOrigin() async throws {
        let proxy = try #require(AddressRange("10.0.0.1"))
        let site = try SiteUnderTest(conditions.source, configure: { $0.trustedProxies = [proxy] })
        func canonical(_ peer: String, _ scheme: String, _ host: String) async throws -> String? {
            let forwarded = HTTPFields.of(["X-Forwarded-Proto": scheme, "X-Forwarded-Host": host])
            let request = Request(
                target: "/heroes?page=2", fields: Self.fields(nil, "identity") + forwarded, peer: peer)
            let text: String
            if let page = cachedPage(request, site)?.response.body {
                text = String(decoding: page, as: UTF8.self)
            } else {
                text = try await site.site.respond(to: request).text
            }
            return text.firstMatch(of: /rel="canonical" href="([^"]+)\/heroes\?/).map { String($0.1) }
        }
        for _ in 1...2 {
            let own = try await canonical("192.0.2.1", "https", "evil.example")
            #expect(own?.hasPrefix("http://") == true && own?.contains("evil") == false)
            #expect(try await canonical("10.0.0.1", "HTTPS", "a.example") == "https://a.example")
            #expect(try await canonical("10.0.0.1", "http", "b.example, c.example") == "http://b.example")
        }
    }

    private static let targets = [
        "/heroes?page=2", "/heroes?q=spi", "/heroes/1009610-spider-man", "/heroes/1009610-spider-man/comics?page=2",
        "/heroes?ids=1,2,3",
    ]

    private static func fields(_ visitor: Visitor?, _ encoding: String = "gzip, deflate") -> HTTPFields {
        var fields = HTTPFields.of(["Host": "heroes.example", "Accept-Encoding": encoding])
        if let visitor { fields[.cookie] = "visitor=\(visitor.token)" }
        return fields
    }

    /// Returns the page decompressed.
    private static func page(_ response: SerializedResponse) throws -> String {
        let head = String(decoding: response.head, as: UTF8.self)
        let body = head.contains("Content-Encoding: gzip") ? try Gunzip.decompress(response.body) : response.body
        return String(decoding: body, as: UTF8.self)
    }

    private static func page(_ response: Response) async throws -> String {
        guard response.fields[.contentEncoding] == "gzip", case .bytes(let body) = response.body else {
            return try await response.text
        }
        return String(decoding: try Gunzip.decompress(body), as: UTF8.self)
    }

    @Test("a cached page equals a rendered one, with any favourites", arguments: 0..<3)
    func same(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let visitor = seed == 0 ? nil : Visitor.new(using: &random)
        if let visitor {
            for id in (1...43).shuffled(using: &random).prefix(Int.random(in: 0...20, using: &random)) {
                try await store.add(Favourite(id: id, name: "Hero \(id)", thumbnail: nil, added: .now), for: visitor)
            }
        }
        let (site, fresh) = (try site(), try site())
        for target in Self.targets {
            let request = Request(target: target, fields: Self.fields(visitor, seed == 1 ? "identity" : "gzip"))
            #expect(cachedPage(request, site) == nil)
            #expect(await site.site.respond(to: request).status == .ok)
            let cached = try #require(cachedPage(request, site), "\(target)")
            #expect(cached.response.status == .ok)
            #expect(try Self.page(cached.response) == (try await Self.page(await fresh.site.respond(to: request))))
        }
    }

    @Test("a favourite shows on the next request, and so does its removal")
    func favourites() async throws {
        var random = SeededGenerator(seed: 1)
        let (site, visitor) = (try site(), Visitor.new(using: &random))
        let request = Request(target: "/heroes", fields: Self.fields(visitor))
        let favourite = Favourite(id: 66, name: "Doom", thumbnail: nil, added: .now)
        var pressed = [String]()
        for step in 0..<3 {
            if step == 1 { try await store.add(favourite, for: visitor) }
            if step == 2 { try await store.remove(66, for: visitor) }
            #expect(cachedPage(request, site) == nil)
            let text = try await Self.page(await site.site.respond(to: request))
            pressed.append(text.contains("aria-pressed=\"true\"") ? "yes" : "no")
            let cached = try #require(cachedPage(request, site))
            #expect(try Self.page(cached.response).contains("aria-pressed=\"true\"") == (pressed.last == "yes"))
        }
        #expect(pressed == ["no", "yes", "no"])
    }

    @Test("a page is rendered again after a change of the source, or when it expires")
    func expiry() async throws {
        let (site, request) = (try site(), Request(target: "/heroes", fields: Self.fields(nil)))
        _ = await site.site.respond(to: request)
        #expect(cachedPage(request, site) != nil)
        conditions.revision.add(1, ordering: .relaxed)
        #expect(cachedPage(request, site) == nil)
        _ = await site.site.respond(to: request)
        #expect(cachedPage(request, site) != nil)
        conditions.milliseconds.store(9_999, ordering: .relaxed)
        #expect(cachedPage(request, site) != nil)
        conditions.milliseconds.store(10_000, ordering: .relaxed)
        #expect(cachedPage(request, site) == nil)
        let count = conditions.requests.load(ordering: .relaxed)
        _ = await site.site.respond(to: request)
        #expect(conditions.requests.load(ordering: .relaxed) > count)
    }

    @Test("a change during rendering makes the page invalid")
    func changedDuringRendering() async throws {
        var source = conditions.source
        source.before = { [conditions] (_: ScriptedSource.Query) throws(HeroError) in
            conditions.revision.add(1, ordering: .relaxed)
        }
        let (site, request) = (try site(source), Request(target: "/heroes", fields: Self.fields(nil)))
        _ = await site.site.respond(to: request)
        #expect(cachedPage(request, site) == nil)
    }

    @Test("another visitor, host, content coding or Referer gets another page")
    func separation() async throws {
        var random = SeededGenerator(seed: 2)
        let site = try site()
        let visitors = [nil, Visitor.new(using: &random), Visitor.new(using: &random)]
        let target = "/heroes/1009610-spider-man"
        _ = await site.site.respond(to: Request(target: target, fields: Self.fields(visitors[1])))
        for visitor in [visitors[0], visitors[2]] {
            #expect(cachedPage(Request(target: target, fields: Self.fields(visitor)), site) == nil)
        }
        for (name, value) in [
            ("Host", "other.example"), ("Accept-Encoding", "br"), ("Referer", "http://heroes.example/favourites"),
            ("Sec-Purpose", "prefetch"), ("If-Match", "\"1\""),
        ] {
            var fields = Self.fields(visitors[1])
            fields[try #require(HTTPField.Name(name))] = value
            #expect(cachedPage(Request(target: target, fields: fields), site) == nil, "\(name)")
        }
        var doubled = Self.fields(visitors[1])
        doubled.append(HTTPField(name: .cookie, value: "visitor=0"))
        #expect(cachedPage(Request(target: target, fields: doubled), site) == nil)
        #expect(cachedPage(Request(method: .post, target: target, fields: Self.fields(visitors[1])), site) == nil)
        let same = Request(method: .head, target: target, fields: Self.fields(visitors[1]))
        #expect(cachedPage(same, site) != nil)
    }

    @Test("incomplete pages and failures are not cached, and nothing is in development or without a revision")
    func uncached() async throws {
        let incomplete = conditions.source.failing([.topics(.events): .timedOut("events")])
        let hero = "/heroes/1009610-spider-man"
        for (site, targets) in [
            (try site(incomplete), [hero, "/heroes/5555-nobody", "/heroes?page=99", "/nowhere"]),
            (try site(isDevelopment: true), ["/heroes", hero]), (try site(ScriptedSource.usual), ["/heroes", hero]),
        ] {
            for target in targets {
                let request = Request(target: target, fields: Self.fields(nil))
                _ = await site.site.respond(to: request)
                #expect(cachedPage(request, site) == nil, "\(target)")
            }
        }
    }
}
