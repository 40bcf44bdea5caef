import Basics
import Curl
import Heroes
import Support
import Testing

@testable import MarvelAPI

@Suite struct MarvelSourceTests {
    @Test("heroes are requested with a signature, and unreadable objects are reported")
    func heroes() async throws {
        let body = try Fixture.text("marvel/characters.json")
        let upstream = try LoopbackUpstream { _, _ in .json(body) }
        let clock = ManualClock()
        let reports = Locked<[String]>([])
        let source = MarvelSource(
            try MarvelConfiguration(baseURL: upstream.url, publicKey: "1234", privateKey: "abcd"), curl: Curl(),
            now: { clock.now }, report: { path, skipped in reports.withLock { $0.append("\(path) \(skipped)") } })
        let list = try await source.heroes(HeroQuery(nameStartsWith: "a&b"))
        #expect(list.items.count == 12)
        #expect(list.total == 1564)
        #expect(list.range == PageRange())
        #expect(list.attribution.html.contains("Data provided by Marvel. © 2026 MARVEL"))
        #expect(reports.withLock { $0 } == ["/characters 7"])
        let hash = APIKeys(publicKey: "1234", privateKey: "abcd").hash(ts: "1700000000000")
        #expect(
            upstream.requests.map(\.target) == [
                "/v1/public/characters?nameStartsWith=a%26b&orderBy=name&limit=20&offset=0"
                    + "&ts=1700000000000&apikey=1234&hash=\(hash)"
            ])
    }

    @Test("a single hero has the attribution; an empty list means that it does not exist")
    func hero() async throws {
        let body = try Fixture.text("marvel/hero.json")
        let upstream = try LoopbackUpstream { target, _ in
            target.contains("/1009610?") ? .json(body) : .json(#"{"code":200,"data":{"results":[]}}"#)
        }
        let source = try source(upstream.url)
        let hero = try await source.hero(1_009_610)
        #expect(hero.value.name == "Spider-Man (Peter Parker)")
        #expect(hero.attribution.html.hasPrefix("<a href="))
        await #expect(throws: HeroError.notFound) { try await source.hero(7) }
    }

    @Test("a 304 without a conditional request is an invalid response")
    func unexpectedNotModified() async throws {
        let upstream = try LoopbackUpstream { _, _ in .response(status: 304) }
        await #expect(throws: HeroError.invalidResponse(status: 304, "/characters/7: status 304: no reason given")) {
            try await source(upstream.url).hero(7)
        }
    }

    @Test("a response with another hero is invalid")
    func otherHero() async throws {
        let body = try Fixture.text("marvel/hero.json")
        let upstream = try LoopbackUpstream { _, _ in .json(body) }
        await #expect(throws: HeroError.invalidResponse(status: 200, "requested hero 7, got 1009610")) {
            try await source(upstream.url).hero(7)
        }
    }

    @Test("comics, events, stories and series each have their endpoint")
    func works() async throws {
        let bodies = Dictionary(
            uniqueKeysWithValues: try WorkKind.allCases.map { ($0.rawValue, try Fixture.text("marvel/\($0).json")) })
        let upstream = try LoopbackUpstream { target, _ in
            .json(bodies[String(target.split(separator: "/").last?.prefix { $0 != "?" } ?? "")] ?? "")
        }
        let source = try source(upstream.url)
        #expect(
            try await source.works(.comics, of: .hero(7), PageRange(limit: 3)).items.map(\.id.number) == [
                17490, 17491, 17492,
            ])
        #expect(try await source.works(.events, of: .hero(7), PageRange(limit: 3)).total == 37)
        #expect(
            try await source.works(.stories, of: .hero(7), PageRange()).items.map(\.title) == [
                "X-MEN (2004) #186", "", "",
            ])
        #expect(try await source.works(.series, of: .hero(7), .page(2)).items.map(\.id.number) == [16450, 466, 2069])
        #expect(
            upstream.requests.map { $0.target.prefix { $0 != "&" } } == [
                "/v1/public/characters/7/comics?limit=3", "/v1/public/characters/7/events?limit=3",
                "/v1/public/characters/7/stories?limit=20", "/v1/public/characters/7/series?limit=20",
            ])
    }

    private func source(_ url: String) throws -> MarvelSource {
        MarvelSource(try MarvelConfiguration(baseURL: url, publicKey: "1234", privateKey: "abcd"), curl: Curl())
    }

    @Test("a work and its heroes have their endpoints, and works can be listed without an owner")
    func work() async throws {
        let upstream = try LoopbackUpstream { target, _ in
            let name = target.contains("/characters") ? "name" : "title"
            return .json(#"{"code":200,"data":{"results":[{"id":4,"\#(name)":"War"}]}}"#)
        }
        let source = try source(upstream.url)
        #expect(try await source.work(WorkID(.events, 4)).value.title == "War")
        #expect(try await source.heroes(HeroQuery(in: WorkID(.events, 4))).items.map(\.name) == ["War"])
        #expect(try await source.works(.comics, of: .work(WorkID(.events, 4)), PageRange()).total == 1)
        #expect(try await source.works(.series, of: .source, PageRange()).total == 1)
        #expect(
            upstream.requests.map { $0.target.prefix { $0 != "?" } } == [
                "/v1/public/events/4", "/v1/public/events/4/characters", "/v1/public/events/4/comics",
                "/v1/public/series",
            ])
        await #expect(throws: HeroError.self) { try await source.work(WorkID(.events, 5)) }
    }

    @Test("search and facts are only requested from an API that announces them")
    func extensions() async throws {
        let upstream = try LoopbackUpstream { target, _ in
            let hero = #"{"id":7,"name":"Nova""#
            let facts =
                target.contains("facts=true") ? #","facts":{"realName":"Sam Alexander","teams":["Champions"]}"# : ""
            let match = target.contains("search=") ? #","match":{"reason":"alias","text":"Sam Alexander"}"# : ""
            return .json(
                #"{"code":200,"data":{"results":[\#(hero)\#(facts)\#(match)}]}}"#,
                headers: [("Link", #"<http://h/v1/public/characters?search=>; rel="search""#)])
        }
        let source = try source(upstream.url)
        let hero = try await source.hero(7).value
        #expect(hero.facts == HeroFacts(realName: "Sam Alexander", teams: ["Champions"]))
        #expect(
            try await source.matches("sam", PageRange()).items == [SearchMatch(hero, .alias("Sam Alexander"))])
        let queries = upstream.requests.map { $0.target.split(separator: "?").last?.prefix { $0 != "t" } ?? "" }
        #expect(queries.dropFirst() == ["fac", "search=sam&limi"])
        let marvel = try LoopbackUpstream { _, _ in .json(#"{"code":200,"data":{"results":[{"id":7,"name":"Nova"}]}}"#)
        }
        let other = try self.source(marvel.url)
        #expect(try await other.matches("no", PageRange()).items.map(\.reason) == [.name])
        #expect(try await other.hero(7).value.facts == nil)
        #expect(marvel.requests.allSatisfy { !$0.target.contains("facts") && !$0.target.contains("search=") })
    }
}
