import Support
import Testing

@testable import Gateway

@Suite("Two copies of an object")
struct ImportDuplicateTests {
    private static func full(_ description: String = "", modified: String = "2014-04-29T14:18:17-0400") -> String {
        RecordedJSON.character(1, "A", description: description, modified: modified)
    }

    private static func description(_ first: String, _ second: String) async throws -> String? {
        let imported = try ImportFixture(first)
        let again = try ImportFixture(second, into: imported.archive)
        let together = try ImportFixture("[\(first),\(second)]")
        let apart = try await again.only("characters/1")["description"]?.text
        #expect(try await together.only("characters/1")["description"]?.text == apart)
        #expect(try await again.client.ids("characters") == [1])
        return apart
    }

    @Test("the one modified later is stored, in either order")
    func modified() async throws {
        let (old, new) = (Self.full("old"), Self.full("new", modified: "2020-04-04T19:01:59-0400"))
        #expect(try await Self.description(old, new) == "new")
        #expect(try await Self.description(new, old) == "new")
    }

    @Test("invalid dates count as the earliest", arguments: ["-0001-11-30T00:00:00-0500", "", "yesterday"])
    func invalidDate(date: String) async throws {
        #expect(try await Self.description(Self.full("dated"), Self.full("undated", modified: date)) == "dated")
        #expect(try await Self.description(Self.full("undated", modified: date), Self.full("dated")) == "dated")
    }

    @Test("the one with more values is stored if both have the same time")
    func moreValues() async throws {
        #expect(try await Self.description(Self.full("text"), Self.full("")) == "text")
        #expect(try await Self.description(Self.full(""), Self.full("text")) == "text")
    }

    @Test("the one imported last is stored if they are equally good")
    func last() async throws {
        #expect(try await Self.description(Self.full("first"), Self.full("second")) == "second")
    }

    @Test("a full one is better than a mention")
    func mention() async throws {
        let undated = Self.full("full", modified: "")
        for mention in [
            #"{"resourceURI":"\#(RecordedJSON.base)/characters/1","name":"Mentioned"}"#,
            #"{"id":1,"name":"Listed","modified":"2020-04-04T19:01:59-0400"}"#,
        ] {
            #expect(try await Self.description(undated, mention) == "full")
            #expect(try await Self.description(mention, undated) == "full")
        }
    }

    @Test("the report counts each, and the relations of both are stored")
    func report() async throws {
        let old = RecordedJSON.character(1, "A", comics: [(10, "C")])
        let new = RecordedJSON.character(1, "A", modified: "2020-04-04T19:01:59-0400")
        let imported = try ImportFixture(["a.json": "[\(old),\(RecordedJSON.comic(10, "C")),\(old),\(new),\(old)]"])
        #expect(imported.report.counts[.characters] == ImportReport.Counts(new: 1, replaced: 1, unchanged: 2))
        #expect(imported.report.counts[.comics] == ImportReport.Counts(new: 1))
        #expect(try await imported.client.ids("characters/1/comics") == [10])
        #expect(try await imported.only("characters/1")["comics"]?["available"] == .integer(1))
        let again = try ImportFixture("[\(new),\(RecordedJSON.comic(10, "C"))]", into: imported.archive)
        #expect(again.report.counts[.characters] == ImportReport.Counts(unchanged: 1))
    }
}
