import HTTP
import Support
import Testing

@testable import Gateway

@Suite("Imported relations")
struct ImportRelationTests {
    private typealias R = RecordedJSON

    @Test("come from summary items and are valid in both directions, also for objects that are only named")
    func bothDirections() async throws {
        let comic = R.comic(10, "C", "," + R.summary("comics/10", "characters", [(1, "A"), (2, "B"), (3, "Unknown")]))
        let imported = try ImportFixture(
            "[\(R.character(1, "A")),\(R.character(2, "B", comics: [(11, "D")])),\(comic)]")
        let client = imported.client
        #expect(try await client.ids("comics/10/characters") == [1, 2, 3])
        #expect(try await client.ids("characters/1/comics") == [10])
        #expect(try await client.ids("characters/2/comics").sorted() == [10, 11])
        let later = try ImportFixture(R.comic(11, "D"), into: imported.archive)
        #expect(try await later.client.ids("characters/2/comics").sorted() == [10, 11])
        #expect(try await later.client.ids("comics/11/characters") == [2])
    }

    @Test("include a comic's series, a story's comic, and a creator's role")
    func references() async throws {
        let series = #"{"id":5,"title":"S","startYear":1990}"#
        let creators =
            #""creators":{"available":1,"items":[{"resourceURI":"\#(R.base)/creators/7","name":"P","role":"inker"}]}"#
        let comic = R.comic(10, "C", #","series":{"resourceURI":"\#(R.base)/series/5","name":"S"},\#(creators)"#)
        let story = #"{"id":3,"title":"","originalIssue":{"resourceURI":"\#(R.base)/comics/10","name":"C"}}"#
        let imported = try ImportFixture(#"[\#(series),\#(comic),\#(story),{"id":7,"fullName":"P","middleName":""}]"#)
        let client = imported.client
        #expect(try await client.ids("series/5/comics") == [10])
        #expect(try await client.ids("comics/10/stories") == [3])
        #expect(try await client.ids("creators/7/comics") == [10])
        let item = try await imported.only("comics/10")["creators"]?["items"]?.elements.first
        #expect(item?["role"]?.text == "inker")
        #expect(item?["resourceURI"]?.text == "http://test/v1/public/creators/7")
        let names = try await imported.only("series/5")["comics"]?["items"]?.elements.map { $0["name"]?.text }
        #expect(names == ["C"])
    }

    @Test("from other fields are in the summary too", arguments: [false, true])
    func outside(isAlsoInside: Bool) async throws {
        let items = isAlsoInside ? [(10, "C")] : []
        let story =
            #"{"id":3,"title":"T","type":"","originalIssue":{"resourceURI":"\#(R.base)/comics/10","name":"C"},"#
            + R.summary("stories/3", "comics", items) + "}"
        let imported = try ImportFixture("[\(R.comic(10, "C")),\(story)]")
        let summary = try #require(try await imported.only("stories/3")["comics"])
        #expect(summary["available"] == .integer(1))
        #expect(summary["returned"] == .integer(1))
        #expect(summary["items"]?.elements.map { $0["name"]?.text } == ["C"])
        #expect(try await imported.client.ids("stories/3/comics") == [10])
    }

    @Test("are in the summary after the recorded items")
    func summaries() async throws {
        let items = (100..<118).map { ($0, "Recorded \($0)") }
        let hero = R.character(1, "A", comics: items, available: 4499)
        let comics = (1...5).map {
            R.comic($0, "Known #\($0)", "," + R.summary("comics/\($0)", "characters", [(1, "A")]))
        }
        let imported = try ImportFixture("[\(hero),\(comics.joined(separator: ",")),\(R.comic(101, "Now there"))]")
        let summary = try #require(try await imported.only("characters/1")["comics"])
        #expect(summary["available"] == .integer(23))
        #expect(summary["returned"] == .integer(20))
        #expect(summary["collectionURI"]?.text == "http://test/v1/public/characters/1/comics")
        let names = (summary["items"]?.elements ?? []).map { $0["name"]?.text }
        #expect(names == items.map(\.1) + ["Known #1", "Known #2"])
        #expect(try await imported.client.data("characters/1/comics")["total"] == .integer(23))
    }

    @Test("of a replaced copy remain, with the names of the archive's objects")
    func replacedCopy() async throws {
        let old = R.character(1, "A", comics: [(10, "Old name")])
        let new = R.character(1, "A", modified: "2020-04-04T19:01:59-0400")
        let imported = try ImportFixture("[\(old),\(R.comic(10, "New name")),\(new)]")
        let items = try await imported.only("characters/1")["comics"]?["items"]?.elements ?? []
        #expect(items.map { $0["name"]?.text } == ["New name"])
    }

    @Test("and fields are served as recorded, except codes as strings and local URLs")
    func asRecorded() async throws {
        let more =
            #","upc":75960607905600110,"isbn":978,"ean":null,"digitalId":"12","diamondCode":"X","#
            + #""pageCount":"32","description":"a\u0001\u0002\u0003b","variants":[{"resourceURI":"\#(R.base)/comics/9","name":"V"}],"#
            + #""thumbnail":{"path":"http://i.annihil.us/u/prod/marvel/i/mg/1","extension":"jpg"},"unknown":1"#
        let imported = try ImportFixture(R.comic(10, "C", more))
        let comic = try await imported.only("comics?upc=75960607905600110&digitalId=12")
        #expect(["upc", "isbn"].map { comic[$0]?.text } == ["75960607905600110", "978"])
        #expect(["digitalId", "pageCount"].map { comic[$0]?.text } == ["12", "32"])
        #expect(comic["ean"] == .null)
        #expect(comic["description"]?.text == "a\u{1}\u{2}\u{3}b")
        #expect(comic["thumbnail"]?["path"]?.text == "http://i.annihil.us/u/prod/marvel/i/mg/1")
        #expect(comic["variants"]?.elements.first?["resourceURI"]?.text == "http://test/v1/public/comics/9")
        #expect(comic["unknown"] == nil)
    }
}
