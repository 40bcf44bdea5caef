import FoundationEssentials
import Support
import Testing

@testable import Gateway

@Suite("A bad record is counted and reported, and all others are imported")
struct ImportBadRecordTests {
    private static let (good, other) = (RecordedJSON.character(1, "A"), RecordedJSON.character(9, "Z"))

    @Test(
        "for every kind of error",
        arguments: [
            (#"{"id":2 "name":"B"}"#, "comma"),
            (#"{"id":0,"name":"B"}"#, "0 is not an id"), (#"{"id":-5,"name":"B"}"#, "-5 is not an id"),
            (#"{"id":"x","name":"B"}"#, #""x" is not an id"#), (#"{"id":1.5,"name":"B"}"#, "1.5 is not an id"),
            (#"{"id":99999999999999999999,"name":"B"}"#, "is not an id"), (#"{"id":[],"name":"B"}"#, "[] is not an id"),
            (#"{"id":"0x10","name":"B"}"#, #""0x10" is not an id"#), (#"{"id":"0x1p3","name":"B"}"#, "is not an id"),
            (#"{"id":"inf","name":"B"}"#, "is not an id"), (#"{"name":"B"}"#, "it has no id"),
            (#"{"id":2}"#, "kind cannot be determined"), ("{}", "kind cannot be determined"),
            (#"{"id":2,"title":"B"}"#, "kind cannot be determined"), ("null", "not a JSON object"),
            ("5", "not a JSON object"),
            (#""text""#, "not a JSON object"),
            (#"{"id":2,"resourceURI":"http://x/v1/public/comics/2"}"#, "no data except its id"),
            (#"{"code":409,"status":"You must provide a hash."}"#, "409: You must provide a hash."),
            (#"{"code":"InvalidCredentials","message":"That hash"}"#, "InvalidCredentials: That hash"),
            (#"{"code":200,"status":"Ok"}"#, "without results"), (#"{"id":2,"name":"B","x":[}"#, "mismatched brackets"),
            (#"{"id":2,"name":"B","x":01}"#, "unknown word"),
            (#"{"id":2,"name":{"en":"B"},"urls":[]}"#, "its name is not a string"),
            (#"{"id":2,"title":["B"],"issueNumber":1}"#, "its title is not a string"),
            (#"{"id":2,"fullName":true,"lastName":"B"}"#, "its fullName is not a string"),
            (#"{"id":2,"name":null,"description":{},"urls":5}"#, "no data except its id"),
            (
                #"{"id":2,"name":"# + String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000) + "}",
                "deep"
            ),
        ])
    func bad(record: String, reason: String) async throws {
        for text in [
            "[\(Self.good),\(record),\(Self.other)]", "\(Self.good)\n\(record)\n\(Self.other)\n",
            RecordedJSON.envelope(Self.good, record, Self.other),
        ] {
            let imported = try ImportFixture(text)
            #expect(imported.report.badCount == 1)
            let problem = try #require(imported.problems.first)
            #expect(problem.hasPrefix("a.json:2: "))
            #expect(problem.contains(reason))
            #expect(try await imported.client.ids("characters") == [1, 9])
        }
    }

    @Test(
        "a truncated line affects only that line",
        arguments: [
            #"{"id":2,"name":"B"#, #"{"id":2,"name":"B","comics":{"available":3"#, #"{"id":2,"name":"B","urls":["#,
            #"{"id":2,"name":"B","urls":[{"a":1},"#, #"{"code":200,"data":{"results":[{"id":2,"na"#, "garbage",
            #"{"id":2"#, "{",
        ])
    func truncatedLine(line: String) async throws {
        let imported = try ImportFixture("\(Self.good)\n\(line)\n\(Self.other)\n\(RecordedJSON.character(10, "ZZ"))\n")
        #expect(imported.problems.map { String($0.prefix(10)) } == ["a.json:2: "])
        #expect(try await imported.client.ids("characters") == [1, 9, 10])
    }

    @Test("the records before the end of a truncated file are imported", arguments: [1, 40, 200])
    func truncated(cut: Int) async throws {
        let text = RecordedJSON.envelope(Self.good, Self.other, RecordedJSON.character(10, "ZZ"))
        let imported = try ImportFixture(String(text.dropLast(20 + cut)))
        #expect(imported.report.badCount == 1)
        #expect(imported.problems[0].contains("the file ends in the middle"))
        #expect(try await imported.client.ids("characters").prefix(2) == [1, 9])
    }

    @Test(
        "a file without records is reported",
        arguments: [
            ("", "it is empty"), (" \n\n", "empty"), ("\u{FEFF}", "empty"), ("<html>", "no JSON"),
            ("no JSON", "no JSON"),
        ])
    func empty(text: String, reason: String) throws {
        let imported = try ImportFixture(["a.json": text, "b.json": Self.good])
        #expect(imported.problems.count == 1)
        #expect(imported.problems[0].contains(reason))
        #expect(imported.problems[0].hasPrefix("a.json:"))
        #expect(imported.report.goodCount == 1)
    }

    @Test(
        "an empty response is reported only if there are no records at all",
        arguments: [RecordedJSON.envelope(), "[]"])
    func emptyResponse(text: String) throws {
        #expect(try ImportFixture(["a.json": text, "b.json": Self.good]).problems == [])
        let imported = try ImportFixture(text)
        #expect(imported.problems == ["a.json: no records"])
        #expect(imported.report.badCount == 0)
    }

    @Test("a record with only relations is valid, with only empty ones it is not")
    func onlyRelations() async throws {
        let items = RecordedJSON.summary("stories/3", "characters", [(1, "A")])
        let empty = RecordedJSON.summary("stories/4", "characters", [], available: 5)
        let story = #"{"id":3,"title":"","description":"","resourceURI":"\#(RecordedJSON.base)/stories/3",\#(items)}"#
        let bare = #"{"id":4,"title":"","description":"","resourceURI":"\#(RecordedJSON.base)/stories/4",\#(empty)}"#
        let imported = try ImportFixture("[\(Self.good),\(story),\(bare)]")
        #expect(imported.problems == ["a.json:3: it has no data except its id"])
        #expect(try await imported.client.ids("characters/1/stories") == [3])
        #expect(try await imported.client.ids("stories") == [3])
    }

    @Test("millions of brackets need little memory and stack")
    func bomb() throws {
        let brackets = String(repeating: "[", count: 2_000_000)
        #expect(try ImportFixture(brackets).report.goodCount == 0)
        #expect(try ImportFixture(#"{"id":1,"x":"# + brackets).report.badCount == 1)
        let braces = String(repeating: #"{"a":"#, count: 500_000)
        #expect(try ImportFixture(braces).report.badCount == 1)
        #expect(try ImportFixture(String(repeating: #"{"data":"#, count: 100_000)).report.goodCount == 0)
    }
}
