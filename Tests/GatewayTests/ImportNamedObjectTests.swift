import Testing

@testable import Gateway

@Suite("An object that is only named")
struct ImportNamedObjectTests {
    private typealias R = RecordedJSON

    private static let hero = R.character(1, "A", comics: [(10, "First"), (11, "Second")], available: 8)

    @Test("is a record with its id and title, and default values for all other fields")
    func record() async throws {
        let imported = try ImportFixture(Self.hero)
        #expect(imported.problems == [])
        #expect(imported.report.counts[.comics] == ImportReport.Counts(named: 2))
        #expect(imported.report.goodCount == 1)
        let comic = try await imported.only("comics/10")
        #expect(comic["title"]?.text == "First")
        #expect(comic["description"] == .null)
        #expect(comic["digitalId"] == .integer(0))
        #expect(comic["resourceURI"]?.text == "http://test/v1/public/comics/10")
        #expect(comic["dates"] == .array([]))
        #expect(comic["characters"]?["items"]?.elements.map { $0["name"]?.text } == ["A"])
        #expect(try await imported.client.ids("comics?titleStartsWith=sec") == [11])
    }

    @Test("is in every list, and totals match")
    func totals() async throws {
        let client = try ImportFixture(Self.hero).client
        #expect(try await client.results("characters/1")[0]["comics"]?["available"] == .integer(2))
        let list = try await client.data("characters/1/comics")
        #expect(list["total"] == .integer(2))
        #expect(list["results"]?.elements.count == 2)
        #expect(try await client.data("comics")["total"] == .integer(2))
        #expect(try await client.ids("comics/11/characters") == [1])
    }

    @Test("may be of any kind, and be named in summaries, a comic's series or a story's comic")
    func kinds() async throws {
        let comic = R.comic(
            10, "C",
            #","series":{"resourceURI":"\#(R.base)/series/5","name":"S (1990)"},"#
                + R.summary("comics/10", "characters", [(1, "A")]) + ","
                + R.summary("comics/10", "creators", [(7, "P")]))
        let story =
            #"{"id":3,"title":"T","originalIssue":{"resourceURI":"\#(R.base)/comics/12","name":"D"},"#
            + R.summary("stories/3", "events", [(8, "E")]) + "}"
        let event =
            #"{"id":9,"title":"E","start":null,"resourceURI":"\#(R.base)/events/9","stories":{"available":1,"items":["#
            + #"{"resourceURI":"\#(R.base)/stories/4","name":"Inside","type":"interiorStory"}]}}"#
        let imported = try ImportFixture("[\(comic),\(story),\(event)]")
        #expect(imported.problems == [])
        for (path, name) in [
            ("series/5", "S (1990)"), ("characters/1", "A"), ("creators/7", "P"), ("comics/12", "D"), ("events/8", "E"),
            ("stories/4", "Inside"),
        ] {
            let object = try await imported.only(path)
            #expect((object["title"] ?? object["name"] ?? object["fullName"])?.text == name)
        }
        #expect(try await imported.only("stories/4")["type"]?.text == "story")
        #expect(
            try await imported.only("events/9")["stories"]?["items"]?.elements.first?["type"]?.text == "interiorStory")
    }

    @Test("is replaced by its record, in any order, and never replaces it", arguments: [0, 1, 2])
    func replaced(order: Int) async throws {
        let record = R.comic(10, "First, in full", #","description":"Known""#)
        let imported: ImportFixture
        switch order {
        case 0: imported = try ImportFixture("[\(Self.hero),\(record)]")
        case 1: imported = try ImportFixture("[\(record),\(Self.hero)]")
        default:
            imported = try ImportFixture(record, into: ImportFixture(Self.hero).archive)
            #expect(imported.report.counts == [.comics: ImportReport.Counts(new: 1)])
        }
        let comic = try await imported.only("comics/10")
        #expect(["title", "description"].map { comic[$0]?.text } == ["First, in full", "Known"])
        #expect(try await imported.client.ids("characters/1/comics").sorted() == [10, 11])
        let again = try ImportFixture(Self.hero, into: imported.archive)
        #expect(again.report.counts == [.characters: ImportReport.Counts(unchanged: 1)])
        #expect(try await again.only("comics/10")["description"]?.text == "Known")
    }

    @Test("counts once if it is twice in a summary")
    func twice() async throws {
        let client = try ImportFixture(R.character(1, "A", comics: [(10, "C"), (10, "C")])).client
        let summary = try await client.results("characters/1")[0]["comics"]
        #expect(["available", "returned"].map { summary?[$0]?.int } == [1, 1])
    }

}
