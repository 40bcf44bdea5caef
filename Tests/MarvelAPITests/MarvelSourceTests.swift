import Basics
import Curl
import Heroes
import Support
import Testing

@testable import MarvelAPI

@Suite struct MarvelSourceTests {
    func source(_ url: String, timeout: Double = 60) throws -> MarvelSource {
        let configuration = try MarvelConfiguration(
            baseURL: url, publicKey: "pubkey99", privateKey: "privkey99", timeout: timeout)
        return MarvelSource(configuration, curl: Curl())
    }

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
                "/v1/public/characters?nameStartsWith=a%26b&orderBy=name&limit=\(PageRange.pageLength)&offset=0"
                    + "&ts=1700000000000&apikey=1234&hash=\(hash)"
            ])
    }

    @Test("a single object has the attribution; an empty list means that it does not exist, and another one is invalid")
    func object() async throws {
        let body = try Fixture.text("marvel/hero.json")
        let upstream = try LoopbackUpstream { target, _ in
            target.contains("/7?") ? .json(#"{"code":200,"data":{"results":[]}}"#) : .json(body)
        }
        let source = try source(upstream.url)
        let hero = try await source.hero(1_009_610)
        #expect(hero.value.name == "Spider-Man (Peter Parker)")
        #expect(hero.attribution.html.hasPrefix("<a href="))
        await #expect(throws: HeroError.notFound) { try await source.hero(7) }
        await #expect(throws: HeroError.invalidResponse(status: 200, "requested hero 8, got 1009610")) {
            try await source.hero(8)
        }
        #expect(try await source.topic(TopicID(.events, 1_009_610)).value.title == hero.value.name)
        await #expect(throws: HeroError.invalidResponse(status: 200, "requested events 5, got 1009610")) {
            try await source.topic(TopicID(.events, 5))
        }
    }

    /// An upstream with the extensions: characters have facts, and those of a search a reason.
    private func extended(_ data: String = "") throws -> LoopbackUpstream {
        try LoopbackUpstream { target, _ in
            let links = ["search?q=": "search", "teams": "teams"].map { "<http://h/\($0)>; rel=\"\($1)\"" }
            let link = ("Link", links.joined(separator: ", "))
            if target.contains("/to/") { return .json(#"{"code":200,"data":{\#(data)"x":0}}"#) }
            guard !target.contains("kind=") else {
                return .json(#"{"code":200,"data":{"total":3,"results":[{"id":9,"title":"Nova #1"}]}}"#)
            }
            let facts =
                target.contains("facts=true") ? #","facts":{"realName":"Sam Alexander","teams":["Champions"]}"# : ""
            let match = target.contains("q=") ? #","match":{"reason":"alias","text":"Sam Alexander"}"# : ""
            let hero = #"{"id":7,"name":"Nova"\#(facts)\#(match)}"#
            return .json(
                #"{"code":200,"data":{\#(target.contains("q=") ? data : "")"results":[\#(hero)]}}"#, headers: [link])
        }
    }

    @Test("search and facts are only requested from an API that announces them")
    func extensions() async throws {
        let upstream = try extended()
        let source = try source(upstream.url)
        let hero = try await source.hero(7).value
        #expect(hero.facts == HeroFacts(realName: "Sam Alexander", teams: [.init(TopicReference("Champions", nil))]))
        let results = try await source.search("sam", PageRange())
        #expect(results.heroes.items == [SearchMatch(hero, .alias("Sam Alexander"))])
        #expect(results.groups == [])
        #expect(results.isComplete)
        let targets = upstream.requests.map(\.target)
        try #require(targets.count == 3)
        #expect(targets[1].contains("/characters/7?facts=true&"))
        #expect(targets[2].contains("/search?q=sam&limit=\(PageRange.pageLength)&offset=0&facts=true&"))
        let marvel = try LoopbackUpstream { target, _ in .marvel(target) }
        let other = try self.source(marvel.url)
        #expect(try await other.search("no", PageRange()).heroes.items.map(\.reason) == [.name])
        #expect(try await other.hero(7).value.facts == nil)
        #expect(marvel.requests.allSatisfy { !$0.target.contains("facts") && !$0.target.contains("q=") })
    }

    @Test("details, teams and people are there once a response announces them")
    func announcements() async throws {
        let upstream = try extended()
        let source = try source(upstream.url)
        #expect(!source.hasDetails)
        #expect(source.listedKinds == [.events, .series, .comics])
        _ = try await source.hero(7)
        #expect(source.hasDetails)
        #expect(source.listedKinds == [.events, .series, .comics, .teams])
    }

    /// An upstream that announces these relations, the decades by their addresses.
    private func announcing(_ links: [(path: String, relation: String)]) throws -> LoopbackUpstream {
        try LoopbackUpstream { _, _ in
            let link = links.map { "<http://h/v1/public/\($0.path)>; rel=\"\($0.relation)\"" }.joined(separator: ", ")
            return .json(
                #"{"code":200,"data":{"results":[{"id":7,"name":"Nova"}]}}"#, headers: [("Link", link)])
        }
    }

    @Test("lists are narrowed and ordered by what a response announces")
    func choices() async throws {
        let decades = [1940, 2010].map { ("characters?decade=\($0)", "decade") }
        let all = [("search?q=", "search"), ("teams", "teams"), ("characters?side=", "side")] + decades
        let upstream = try announcing(all)
        let source = try source(upstream.url)
        #expect(source.choices == HeroChoices())
        _ = try await source.heroes(HeroQuery(filter: HeroFilter(side: .villain)))
        #expect(source.choices.orders == [.known, .first])
        #expect(source.choices.decades == [1940, 2010])
        #expect(source.choices.hasTeams)
        #expect(source.choices.hasSides)
        #expect(!source.choices.hasGenders)
    }

    @Test("an API without extensions has neither filters nor orders, and no narrowed list")
    func plain() async throws {
        let marvel = try LoopbackUpstream { target, _ in .marvel(target) }
        let source = try source(marvel.url)
        await #expect(throws: HeroError.notFound) {
            try await source.heroes(HeroQuery(filter: HeroFilter(side: .villain)))
        }
        #expect(source.choices == HeroChoices())
        #expect(marvel.requests.allSatisfy { !$0.target.contains("side") })
    }

    @Test(
        "a search has the list that it asks for, without values that are unknown",
        arguments: [
            (#""list":{"total":3,"teams":"5","side":"villain"},"#, HeroFilter(team: 5, side: .villain)),
            (#""list":{"total":3,"gender":"female","decade":1960},"#, HeroFilter(gender: .female, decade: 1960)),
            (#""list":{"total":3,"side":"grey"},"#, nil), (#""list":[],"#, nil),
        ])
    func narrowed(data: String, filter: HeroFilter?) async throws {
        #expect(try await results(data).filter == filter)
        #expect(try await results(data, .page(2)).filter == nil)
    }

    @Test("comics are listed by date, newest first, series and events by name, teams by size; others have one order")
    func orders() throws {
        let source = try source("http://127.0.0.1")
        #expect(source.orders(.comics, of: .hero(7)) == [.newest, .oldest, .name])
        for kind in [TopicKind.series, .events] {
            #expect(source.orders(kind, of: .source) == [.name, .oldest, .newest])
        }
        #expect(source.orders(.teams, of: .source) == [.largest, .name])
        for kind in [TopicKind.stories, .people] { #expect(source.orders(kind, of: .source) == []) }
        #expect(source.orders(.comics, of: .search("x")) == [])
    }

    private static let step =
        #"{"character":{"resourceURI":"/v1/public/characters/9","name":"Ms.  Marvel"},"link":{"kind":"ally","reason":" "}}"#
    private static let team =
        #"{"character":{"resourceURI":"/v1/public/characters/8","name":"Cloud 9","thumbnail":{"path":"/a","extension":"jpg"}},"#
        + #""link":{"kind":"teams","resourceURI":"/v1/public/teams/4","name":"The Initiative"}}"#

    @Test("the way to another hero has a step for each hero")
    func path() async throws {
        let upstream = try extended(#""results":[\#(Self.team),\#(Self.step)],"#)
        let source = try source(upstream.url)
        let picture = Thumbnail(path: "/a", fileExtension: "jpg")
        #expect(
            try await source.path(from: 7, to: 9).value == [
                PathStep(
                    Hero(id: 8, name: "Cloud 9", thumbnail: picture),
                    .shared(TopicReference("The Initiative", TopicID(.teams, 4)))),
                PathStep(Hero(id: 9, name: "Ms. Marvel"), .relation(.ally, reason: nil)),
            ])
    }

    @Test(
        "a way leads to a hero and over a topic without a name",
        arguments: [#","name":null"#, #","name":" ""#, #","name":"\u200b""#, #","name":["A"]"#, ""])
    func unnamedPath(name: String) async throws {
        let step = #"""
            {"character":{"resourceURI":"/v1/public/characters/9"\#(name)},
            "link":{"kind":"comics","resourceURI":"/v1/public/comics/4"\#(name)}}
            """#
        let upstream = try extended(#""results":[\#(step)],"#)
        #expect(
            try await source(upstream.url).path(from: 7, to: 9).value == [
                PathStep(Hero(id: 9, name: Hero.unnamed), .shared(TopicReference("", TopicID(.comics, 4))))
            ])
    }

    @Test("there is no way between heroes without one, and none is requested from an API without the extension")
    func noPath() async throws {
        let upstream = try extended(#""results":[],"#)
        #expect(try await source(upstream.url).path(from: 7, to: 9).value == [])
        let marvel = try LoopbackUpstream { target, _ in .marvel(target) }
        let other = try self.source(marvel.url)
        for _ in 1...2 { #expect(try await other.path(from: 7, to: 9).value == []) }
        #expect(marvel.requests.map { $0.target.contains("/characters?orderBy=name&limit=1&") } == [true])
    }

    @Test(
        "a way with an unreadable step, to another hero or of more than twenty steps is an invalid response",
        arguments: [
            "7,\(step)", #"{"character":7,"link":{"kind":"ally"}},\#(step)"#, "\(team)",
            #"{"character":{"resourceURI":"/v1/public/comics/9","name":"A"},"link":{"kind":"ally"}},\#(step)"#,
            #"{"character":{"resourceURI":"/v1/public/characters/9","name":"A"},"link":{"kind":"ally","name":7}}"#
                .replacing("ally", with: "friend"),
            Array(repeating: step, count: 21).joined(separator: ","),
        ])
    func brokenPath(steps: String) async throws {
        let upstream = try extended(#""results":[\#(steps)],"#)
        let source = try source(upstream.url)
        let error = await #expect(throws: HeroError.self) { try await source.path(from: 7, to: 9) }
        guard case .invalidResponse = error else { throw error ?? .notFound }
    }

    @Test("works are searched with the extension, which a first request finds out, or by the start of their titles")
    func foundTopics() async throws {
        let upstream = try extended()
        let source = try source(upstream.url)
        for _ in 1...2 {
            let topics = try await source.topics(.comics, of: .search("nova"), PageRange())
            #expect(topics.items.map(\.id) == [TopicID(.comics, 9)])
            #expect(topics.total == 3)
        }
        let targets = upstream.requests.map(\.target)
        #expect(targets.count == 3)
        #expect(targets.first?.contains("/characters?orderBy=name&limit=1&") == true)
        for target in targets.dropFirst() {
            #expect(target.contains("/search?q=nova&kind=comics&limit=\(PageRange.pageLength)&offset=0&ts"))
        }
        let marvel = try LoopbackUpstream { target, _ in .marvel(target) }
        _ = try await self.source(marvel.url).topics(.events, of: .search("civil"), .page(2))
        let (length, last) = (PageRange.pageLength, marvel.requests.last?.target)
        #expect(last?.contains("/events?nameStartsWith=civil&limit=\(length)&offset=\(length)&") == true)
    }

    private func results(_ data: String, _ range: PageRange = PageRange()) async throws -> SearchResults {
        let upstream = try extended(data)
        let source = try source(upstream.url)
        _ = try await source.hero(7)
        return try await source.search("x", range)
    }

    @Test("a search has the first results of other kinds in one order, on its first page")
    func groups() async throws {
        let groups = [
            #""creators":{"total":1,"results":[{"id":30,"fullName":" Stan  Lee "}]}"#,
            #""comics":{"total":214,"results":[{"id":3,"title":"Nova #1","thumbnail":{}}]}"#,
            #""teams":{"total":2,"results":[{"id":1,"name":"Nova Corps"},{"id":2}]}"#,
        ].joined(separator: ",")
        let data = #""complete":false,"groups":{\#(groups)},"#
        let results = try await results(data)
        #expect(!results.isComplete)
        #expect(
            results.groups == [
                SearchGroup(.teams, [SearchGroup.Item(id: 1, name: "Nova Corps")], total: 2),
                SearchGroup(.comics, [SearchGroup.Item(id: 3, name: "Nova #1")], total: 214),
                SearchGroup(.people, [SearchGroup.Item(id: 30, name: "Stan Lee")], total: 1),
            ])
        #expect(try await self.results(data, .page(2)).groups == [])
    }

    @Test("a search has what it names, of any kind, and first the group of the kind that it asks for")
    func named() async throws {
        let named = [
            #"{"kind":"events","result":{"id":2,"title":"War","start":"2006-05-01 00:00:00"}}"#,
            #"{"kind":"characters","result":{"id":7,"name":"Nova"}}"#, #"{"kind":"wars","result":{"id":1,"name":"X"}}"#,
            #"{"kind":"teams","result":{"id":1}}"#, "7",
        ].joined(separator: ",")
        let groups = ["teams", "comics"].map { #""\#($0)":{"results":[{"id":1,"name":"Nova"}]}"# }.joined(
            separator: ",")
        let data = #""named":[\#(named)],"groups":{\#(groups)},"asked":"comics","#
        let results = try await results(data)
        #expect(results.named.count == 2)
        guard case .topic(let topic) = results.named.first else { Issue.record("no topic"); return }
        #expect(topic.id == TopicID(.events, 2))
        #expect(topic.start?.year == 2006)
        #expect(results.named.last == .hero(Hero(id: 7, name: "Nova")))
        #expect(results.groups.map(\.kind) == [.comics, .teams])
        #expect(try await self.results(data, .page(2)).named == [])
    }

    private static let many = (1...5000).map { #"{"id":\#($0),"name":"N"}"# }.joined(separator: ",")

    @Test(
        "odd or missing parts of a search are left out, hostile sizes are cut, and a total counts at least what is shown",
        arguments: [
            (#""complete":null,"groups":null,"#, []), (#""complete":"no","groups":[],"#, []),
            (#""groups":{"teams":7,"events":{},"series":{"results":{}},"comics":{"total":9,"results":[]}},"#, []),
            (#""groups":{"teams":{"results":[7,null,{"id":0,"name":"A"},{"id":1},{"id":2,"name":"B"}]}},"#, [1]),
            (#""groups":{"wars":{"total":1,"results":[{"id":1,"name":"A"}]}},"#, []),
            (#""groups":{"teams":{"total":-1,"results":[{"id":1,"name":"A"},{"id":2,"name":"B"}]}},"#, [2]),
            (#""groups":{"teams":{"total":"12","results":[{"id":"1","name":5}]},"events":7},"#, [12]),
            (#""groups":{"teams":{"total":999999999999,"results":[\#(many)]}},"#, [10_000_000]),
        ])
    func oddGroups(data: String, totals: [Int]) async throws {
        let results = try await results(data)
        #expect(results.isComplete)
        #expect(results.groups.map(\.total) == totals)
        #expect(results.groups.allSatisfy { (1...5).contains($0.items.count) })
    }

    /// Returns the error for a hero; none may contain a key.
}
