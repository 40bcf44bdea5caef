import Heroes
import Support
import Testing

@testable import MarvelAPI

@Suite struct PayloadTests {
    private func payload(_ json: String) throws -> Payload<EntityPayload> { try Payload(Array(json.utf8), []) }

    private func listPage(_ data: String, requested: PageRange = .page(2)) throws -> ListPage<Topic> {
        try payload("{\"code\":200,\"data\":{\(data)}}").listPage(requested: requested) {
            Topic(.comics, id: $0.id, title: $0.title)
        }
    }

    private func hero(_ fields: String) throws -> Hero {
        let body = #"{"data":{"results":[{"id":7,"name":"Nova",\#(fields)}]}}"#
        return try #require(Payload<CharacterPayload>(Array(body.utf8), []).items.first).hero
    }

    private func topic(_ kind: TopicKind, _ fields: String) throws -> Topic {
        let body = #"{"data":{"results":[{"id":1,"title":"War",\#(fields)}]}}"#
        return try #require(Payload<EntityPayload>(Array(body.utf8), []).items.first).topic(kind)
    }

    private func item(_ uri: String, _ name: String) -> String { #"{"resourceURI":"\#(uri)","name":"\#(name)"}"# }

    /// The total of two items on the second page.
    private static let guess = PageRange.pageLength + 2

    @Test(
        "the envelope's total is used if it is plausible, with the requested range",
        arguments: [
            (#""offset":40,"limit":10,"total":99,"#, 99), (#""offset":"40","total":"99","#, 99), ("", guess),
            (#""offset":-1,"limit":-1,"total":-7,"#, guess), (#""offset":null,"limit":{},"total":true,"#, guess),
            (#""offset":1e300,"limit":1e300,"total":3,"#, guess), (#""total":99999999999999999999999,"#, guess),
            (#""limit":500,"total":99999999999999,"#, 10_000_000),
        ])
    func range(envelope: String, total: Int) throws {
        let list = try listPage(envelope + #""results":[{"id":1},{"id":2}]"#)
        #expect(list.range == .page(2))
        #expect(list.total == total)
    }

    @Test("more items than requested are dropped")
    func flood() throws {
        let results = (1...500).map { "{\"id\":\($0)}" }.joined(separator: ",")
        let list = try listPage("\"limit\":100,\"total\":500,\"results\":[\(results)]", requested: PageRange(limit: 3))
        #expect(list.items.map(\.id.number) == [1, 2, 3])
        #expect(list.total == 500)
        #expect(try payload("{\"data\":{\"results\":[\(results)]}}").items.count == 100)
    }

    @Test("an empty page ends the list, whatever its total, and past the end the total is unchanged")
    func empty() throws {
        #expect(try listPage("\"total\":500,\"results\":[]", requested: .page(1)).total == 0)
        #expect(try listPage("\"total\":500,\"results\":[]", requested: .page(3)).pageCount == 2)
        let list = try listPage(#""total":1564,"results":[]"#, requested: PageRange(offset: 2000))
        #expect(list.items.isEmpty)
        #expect(list.total == 1564)
        #expect(list.range.offset == 2000)
    }

    @Test("duplicates are removed")
    func repeated() throws {
        let list = try listPage(#""total":4,"results":[{"id":7,"title":"first"},{"id":8},{"id":7,"title":"second"}]"#)
        #expect(list.items.map(\.id.number) == [7, 8])
        #expect(list.items.first?.title == "first")
    }

    @Test("invalid UTF-8 is replaced, and a lone surrogate damages at most one field")
    func damagedText() throws {
        let body = Array("{\"data\":{\"results\":[{\"id\":1,\"title\":\"A".utf8) + [0xFF, 0xC3] + Array("B\"}]}}".utf8)
        #expect(try Payload<EntityPayload>(body, []).items.map(\.title) == ["A\u{FFFD}\u{FFFD}B"])
        let lone = #"{"data":{"results":[{"id":1,"title":"A","description":"\ud83d"},{"id":2,"title":"B\ud83d"}]}}"#
        #expect(try payload(lone).items.map(\.title) == ["A", "B"])
    }

    @Test("excessive nesting is rejected")
    func nesting() {
        let deep = String(repeating: "[", count: 200_000)
        for end in ["", String(repeating: "]", count: 200_000) + "}}"] {
            #expect(throws: (any Error).self) { try payload("{\"data\":{\"results\":\(deep)\(end)") }
        }
    }

    @Test("damaged bytes decode to valid pages or throw")
    func damage() throws {
        var generator = SeededGenerator(seed: 1)
        let page = try Fixture.bytes("marvel/characters.json")
        var readable = 0
        for _ in 0..<300 {
            // An error is a valid outcome, too.
            guard let payload = try? Payload<CharacterPayload>(page.mutated(using: &generator), ImageHost.marvel) else {
                continue
            }
            let list = payload.listPage(requested: PageRange(limit: 15)) { $0.hero }
            readable += 1
            #expect(list.items.count <= 15)
            #expect(list.total >= list.items.count)
            #expect((1...15).contains(list.range.limit))
            #expect(list.items.allSatisfy { $0.id > 0 && !$0.name.isEmpty })
            #expect(list.items.allSatisfy { $0.thumbnail?.path.hasPrefix("https://") != false })
        }
        #expect(readable > 20)
    }

    @Test("descriptions and attributions are cut between characters")
    func longTexts() throws {
        let long = "a" + String(repeating: "é", count: 1_000_000)
        let description = try #require(try hero(#""description":"\#(long)""#).description)
        #expect(description.utf8.count == 65_535)
        #expect(long.hasPrefix(description))
        let body = #"{"code":200,"attributionHTML":"\#(long)","data":{"results":[]}}"#
        #expect(try payload(body).attribution.html.utf8.count == 4_095)
    }

    @Test("a hero has at most twenty links, the first valid ones, of at most 2,000 bytes after encoding")
    func links() throws {
        func urls(_ paths: [String]) -> String {
            let links = paths.map { #"{"type":"wiki","url":"http://example.org/\#($0)"}"# }
            return #""urls":[\#(links.joined(separator: ","))]"#
        }
        let many = (0..<100_000).map { $0 == 0 ? String(repeating: "x", count: 2_000) : "\($0)" }
        #expect(try hero(urls(many)).links.map(\.url) == (1...20).map { "http://example.org/\($0)" })
        let limit = 2_000 - "http://example.org/".utf8.count
        for (path, count, isShown) in [
            ("x", limit, true), ("x", limit + 1, false), ("é", limit / 6, true), ("é", limit / 6 + 1, false),
        ] { #expect(try hero(urls([String(repeating: path, count: count)])).links.count == (isShown ? 1 : 0)) }
        let kind = String(repeating: "k", count: 101)
        #expect(try hero(#""urls":[{"type":"\#(kind)","url":"http://example.org/"}]"#).links == [])
    }

    @Test(
        "a reason is that of the search, with its text in one line; an unknown or incomplete one is the name",
        arguments: [
            (#"{"reason":"name","text":""}"#, .name), (#"{"reason":"alias","text":" Sam  A. "}"#, .alias("Sam A.")),
            (#"{"reason":"similar","text":"Nova"}"#, .similar("Nova")),
            (#"{"reason":"team","text":"X &amp; Y"}"#, .team("X & Y")),
            (#"{"reason":"title","text":"A #1"}"#, .title("A #1")),
            (#"{"reason":"keyword","text":""}"#, .keyword), (#"{"reason":"description"}"#, .description),
            (#"{"reason":"team","text":" "}"#, .name), (#"{"reason":"alias"}"#, .name),
            (#"{"reason":"mood","text":"A"}"#, .name), (#"{"reason":7}"#, .name), ("null", .name), ("[]", .name),
        ] as [(String, SearchMatch.Reason)])
    func reason(match: String, reason: SearchMatch.Reason) throws {
        let body = #"{"data":{"results":[{"id":7,"name":"Nova","match":\#(match)}]}}"#
        #expect(try Payload<CharacterPayload>(Array(body.utf8), []).items.map(\.match.reason) == [reason])
    }

    @Test("a work has its first twenty people with their roles, and an event those before and after it")
    func people() throws {
        let items = (1...5000).map { id in
            #"{"resourceURI":"http://h/v1/public/creators/\#(id)/","name":" Stan  Lee ","role":"writer, penciller (cover)"}"#
        }
        let next = #","next":\#(item("/v1/public/events/4", "War")),"previous":\#(item("/v1/public/comics/4", "War"))"#
        let event = try topic(.events, #""creators":{"items":[\#(items.joined(separator: ","))]}\#(next)"#)
        #expect(event.credits.map(\.person) == (1...20).map { TopicReference("Stan Lee", TopicID(.people, $0)) })
        #expect(event.credits[0].role == "writer, penciller (cover)")
        #expect(event.next == TopicReference("War", TopicID(.events, 4)))
        #expect(event.previous == nil)
    }

    @Test(
        "items without a person are skipped",
        arguments: [
            "null", "7", "[]", "{}", #"{"items":null}"#, #"{"items":{}}"#, #"{"items":[null,7,"A",{},{"name":"A"}]}"#,
            #"{"items":[{"resourceURI":"","name":"A"},{"resourceURI":"/creators/x","name":"A"}]}"#,
            #"{"items":[{"resourceURI":"/creators/-1","name":"A"},{"resourceURI":"/creators/0","name":"A"}]}"#,
            #"{"items":[{"resourceURI":"/creators/99999999999999999999","name":"A"}]}"#,
            #"{"items":[{"resourceURI":"/creators/1","name":" "},{"resourceURI":7,"name":"A"}]}"#,
            #"{"items":[{"resourceURI":"/characters/1","name":"A"},{"resourceURI":"creators","name":"A"}]}"#,
        ])
    func skipped(creators: String) throws {
        #expect(try topic(.events, #""creators":\#(creators)"#).credits.isEmpty)
    }

    @Test("a hero's teams are references with roles, or names only")
    func teams() throws {
        let teams = try hero(#""facts":{"teams":["X-Men",7,\#(item("/v1/public/teams/5", "Avengers")),{}]}"#).facts?
            .teams
        #expect(teams == [.init(TopicReference("X-Men", nil)), .init(TopicReference("Avengers", TopicID(.teams, 5)))])
        let founder = #"{"resourceURI":"/v1/public/teams/5","name":"Avengers","role":"founder"}"#
        #expect(try hero(#""facts":{"teams":[\#(founder)]}"#).facts?.teams.map(\.role) == ["founder"])
    }

    @Test("a hero has creators, and namesakes, which are heroes")
    func creators() throws {
        let maker = item("/v1/public/creators/30", "Stan Lee")
        let hero = try hero(#""facts":{"creators":[\#(maker),5],"namesakes":[\#(Self.character),\#(maker)]}"#)
        #expect(hero.namesakes.map(\.name) == ["Green Goblin"])
        #expect(hero.facts?.creators == nil, "without any other fact there are none")
        let known = try self.hero(#""facts":{"realName":"P","creators":[\#(maker),5]}"#)
        #expect(known.facts?.creators == [TopicReference("Stan Lee", TopicID(.people, 30))])
    }

    @Test("a team has the year of its foundation, allies and enemies, which are heroes or teams")
    func team() throws {
        let hydra = item("/v1/public/teams/6", "Hydra")
        let team = try topic(.teams, #""startYear":1963,"allies":[\#(Self.character)],"enemies":[\#(hydra),5]"#)
        #expect(team.start == PartialDate(year: 1963))
        #expect(team.allies == [.hero(Hero(id: 9, name: "Green Goblin"))])
        #expect(team.enemies == [.topic(TopicReference("Hydra", TopicID(.teams, 6)))])
    }

    @Test(
        "a comic's date has a day unless a text has its month",
        arguments: [
            ("indicia", PartialDate(year: 1963, month: 9, day: 1), false),
            ("onsale_month", PartialDate(year: 1963, month: 9), false),
            ("cover_month", PartialDate(year: 1963, month: 9), true),
        ])
    func month(type: String, date: PartialDate?, isOnCover: Bool) throws {
        let dates = #"[{"type":"onsaleDate","date":"1963-09-01T00:00:00-0400"}]"#
        let texts = #"[{"type":"\#(type)","language":"en-us","text":"1963-09"}]"#
        let comic = try topic(.comics, #""dates":\#(dates),"textObjects":\#(texts)"#)
        #expect(comic.start == date)
        #expect(comic.hasCoverDate == isOnCover)
    }

    private static let character = #"{"resourceURI":"/v1/public/characters/9","name":" Green  Goblin "}"#
    private static let comic = #"{"resourceURI":"/v1/public/comics/5","name":"Run #1","text":"Good."}"#

    @Test("a hero has relations, companions and first reads, each a limited number of them")
    func details() throws {
        func many(_ item: String) -> String { Array(repeating: item, count: 5000).joined(separator: ",") }
        let relation = #"{"kind":"enemy","reason":" killed  Gwen Stacy ","character":\#(Self.character)}"#
        let hero = try hero(
            #""facts":{"relations":[\#(many(relation))],"companions":[\#(many(Self.character))],"firstReads":[\#(many(Self.comic))]}"#
        )
        let goblin = Hero(id: 9, name: "Green Goblin")
        #expect(hero.relations == Array(repeating: Relation(.enemy, goblin, "killed Gwen Stacy"), count: 100))
        #expect(hero.companions == Array(repeating: goblin, count: 5))
        var comic = Topic(.comics, id: 5, title: "Run #1")
        comic.issue = Topic.Issue(series: "Run", number: "1")
        #expect(hero.firstReads == Array(repeating: Hero.FirstRead(comic, "Good."), count: 10))
    }

    @Test(
        "unreadable relations, companions and first reads are skipped",
        arguments: [
            ("relations", #"{"kind":"friend","character":\#(character)}"#), ("relations", #"{"kind":"ally"}"#),
            ("relations", #"{"kind":"ally","reason":7,"character":\#(character)}"#),
            ("relations", #"{"kind":"ally","character":\#(comic)}"#), ("companions", comic), ("companions", "7"),
            ("companions", #"{"name":"A"}"#), ("firstReads", character), ("firstReads", #""Run #1""#),
            ("firstReads", #"{"resourceURI":"/v1/public/comics/5","name":"Run #1","text":" "}"#),
            ("firstReads", #"{"resourceURI":"/v1/public/events/5","name":"Run","text":"Good."}"#),
        ])
    func unreadableDetails(name: String, item: String) throws {
        for list in ["[\(item)]", item] {
            let hero = try hero(#""facts":{"\#(name)":\#(list)}"#)
            #expect(hero.relations.isEmpty)
            #expect(hero.companions.isEmpty)
            #expect(hero.firstReads.isEmpty)
        }
    }

    @Test("a comic belongs to its series and events, and a story to its comic")
    func parents() throws {
        let series = item("http://gateway.marvel.com/v1/public/series/3", "Run (1999 - 2013)")
        let event = #"{"available":1,"items":[\#(item("/v1/public/events/4", "War")),{"name":"Unknown"}]}"#
        let comic = item("/v1/public/comics/5", "Run (1999) #1")
        #expect(
            try topic(.comics, #""series":\#(series),"events":\#(event)"#).parents == [
                TopicReference("Run (1999 - 2013)", TopicID(.series, 3)), TopicReference("War", TopicID(.events, 4)),
            ])
        #expect(
            try topic(.stories, #""originalIssue":\#(comic),"events":\#(event)"#).parents
                == [TopicReference("Run (1999) #1", TopicID(.comics, 5))])
        #expect(try topic(.events, #""series":{"items":[\#(series)]}"#).parents.isEmpty)
    }

    @Test(
        "dates come from the on-sale date of a comic, the days of an event and the years of a series",
        arguments: [
            (
                #""dates":[{"type":"focDate","date":"2013-02-20T00:00:00-0500"},7,"#
                    + #"{"type":"onsaleDate","date":"2013-03-06T00:00:00-0500"}]"#, "2013-03-06", nil
            ),
            (#""start":"1989-12-10 00:00:00","end":"2008-01-04 00:00:00""#, "1989-12-10", "2008-01-04"),
            (#""startYear":1999,"endYear":2099"#, "1999", nil), (#""startYear":0,"endYear":2013"#, nil, "2013"),
            (#""dates":[{"type":"onsaleDate","date":"-0001-11-30T00:00:00-0500"}]"#, nil, nil),
        ] as [(String, String?, String?)])
    func dates(fields: String, start: String?, end: String?) throws {
        let topic = try topic(.series, fields)
        #expect(topic.start == start.flatMap { PartialDate($0) })
        #expect(topic.end == end.flatMap { PartialDate($0) })
    }
}
