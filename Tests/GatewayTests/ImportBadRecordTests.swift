import FoundationEssentials
import Support
import Testing

@testable import Gateway

@Suite("A bad record is counted and named, and the rest goes in")
struct ImportBadRecordTests {
    private static let (good, other) = (Recorded.character(1, "A"), Recorded.character(9, "Z"))

    @Test(
        "whatever is wrong with it",
        arguments: [
            (#"{"id":2 "name":"B"}"#, "comma"),
            (#"{"id":0,"name":"B"}"#, "0 is no id"), (#"{"id":-5,"name":"B"}"#, "-5 is no id"),
            (#"{"id":"x","name":"B"}"#, #""x" is no id"#), (#"{"id":1.5,"name":"B"}"#, "1.5 is no id"),
            (#"{"id":99999999999999999999,"name":"B"}"#, "is no id"), (#"{"id":[],"name":"B"}"#, "[] is no id"),
            (#"{"id":"0x10","name":"B"}"#, #""0x10" is no id"#), (#"{"id":"0x1p3","name":"B"}"#, "is no id"),
            (#"{"id":"inf","name":"B"}"#, "is no id"), (#"{"name":"B"}"#, "no id"),
            (#"{"id":2}"#, "kind cannot be told"), ("{}", "kind cannot be told"),
            (#"{"id":2,"title":"B"}"#, "kind cannot be told"), ("null", "no JSON object"), ("5", "no JSON object"),
            (#""text""#, "no JSON object"), (#"{"id":2,"resourceURI":"http://x/v1/public/comics/2"}"#, "nothing in it"),
            (#"{"code":409,"status":"You must provide a hash."}"#, "409: You must provide a hash."),
            (#"{"code":"InvalidCredentials","message":"That hash"}"#, "InvalidCredentials: That hash"),
            (#"{"code":200,"status":"Ok"}"#, "without results"), (#"{"id":2,"name":"B","x":[}"#, "do not match"),
            (#"{"id":2,"name":"B","x":"\q"}"#, "escape"), (#"{"id":2,"name":nul}"#, "unknown word"),
            (#"{"id":2,"name":"B","x":01}"#, "value is missing"),
            (#"{"id":2,"name":{"en":"B"},"urls":[]}"#, "its name is no text"),
            (#"{"id":2,"title":["B"],"issueNumber":1}"#, "its title is no text"),
            (#"{"id":2,"fullName":true,"lastName":"B"}"#, "its fullName is no text"),
            (#"{"id":2,"name":null,"description":{},"urls":5}"#, "nothing in it"),
            (
                #"{"id":2,"name":"# + String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000) + "}",
                "deep"
            ),
        ])
    func bad(record: String, reason: String) async throws {
        for text in [
            "[\(Self.good),\(record),\(Self.other)]", "\(Self.good)\n\(record)\n\(Self.other)\n",
            Recorded.envelope(Self.good, record, Self.other),
        ] {
            let imported = try ImportFixture(text)
            #expect(imported.report.bad == 1)
            let complaint = try #require(imported.complaints.first)
            #expect(complaint.hasPrefix("a.json:2: ") && complaint.contains(reason), "\(complaint)")
            #expect(try await imported.served.ids("characters") == [1, 9])
        }
    }

    @Test(
        "a line that breaks off costs that line alone",
        arguments: [
            #"{"id":2,"name":"B"#, #"{"id":2,"name":"B","comics":{"available":3"#, #"{"id":2,"name":"B","urls":["#,
            #"{"id":2,"name":"B","urls":[{"a":1},"#, #"{"code":200,"data":{"results":[{"id":2,"na"#, "garbage",
            #"{"id":2"#, "{",
        ])
    func brokenLine(line: String) async throws {
        let imported = try ImportFixture("\(Self.good)\n\(line)\n\(Self.other)\n\(Recorded.character(10, "ZZ"))\n")
        #expect(imported.complaints.count == 1 && imported.complaints[0].hasPrefix("a.json:2: "))
        #expect(try await imported.served.ids("characters") == [1, 9, 10])
    }

    @Test("what a file holds before it breaks off goes in", arguments: [1, 40, 200])
    func truncated(cut: Int) async throws {
        let text = Recorded.envelope(Self.good, Self.other, Recorded.character(10, "ZZ"))
        let imported = try ImportFixture(String(text.dropLast(20 + cut)))
        #expect(imported.report.bad == 1)
        #expect(imported.complaints[0].contains("the file ends in the middle"))
        #expect(try await imported.served.ids("characters").prefix(2) == [1, 9])
    }

    @Test(
        "a file without records is named",
        arguments: [
            ("", "there is nothing in it"), (" \n\n", "nothing"), ("\u{FEFF}", "nothing"), ("<html>", "it is HTML"),
            ("no JSON", "no JSON"),
        ])
    func empty(text: String, reason: String) throws {
        let imported = try ImportFixture(["a.json": text, "b.json": Self.good])
        #expect(imported.complaints.count == 1 && imported.complaints[0].contains(reason))
        #expect(imported.complaints[0].hasPrefix("a.json:"))
        #expect(imported.report.good == 1)
    }

    @Test(
        "an answer that found nothing is no complaint, unless nothing else is there",
        arguments: [Recorded.envelope(), "[]"])
    func nothingFound(text: String) throws {
        #expect(try ImportFixture(["a.json": text, "b.json": Self.good]).complaints == [])
        let imported = try ImportFixture(text)
        #expect(imported.complaints == ["a.json: there is no record in it"] && imported.report.bad == 0)
    }

    @Test("a file in UTF-16 is named as such", arguments: ["", "\u{FEFF}"], ["{\"id\":1}", "[]"])
    func wide(mark: String, text: String) throws {
        let little = (mark + text).utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let big = (mark + text).utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        for bytes in [little, big] {
            let imported = try ImportFixture(bytes: ["a.json": bytes, "b.json": Array(Self.good.utf8)])
            #expect(imported.complaints == ["a.json: it is in UTF-16; save it in UTF-8 first"])
            #expect(imported.report.good == 1)
        }
    }

    @Test("a record of nothing but its relations is none, unless it names no object in them")
    func onlyRelations() async throws {
        let items = Recorded.summary("stories/3", "characters", [(1, "A")])
        let empty = Recorded.summary("stories/4", "characters", [], available: 5)
        let story = #"{"id":3,"title":"","description":"","resourceURI":"\#(Recorded.base)/stories/3",\#(items)}"#
        let bare = #"{"id":4,"title":"","description":"","resourceURI":"\#(Recorded.base)/stories/4",\#(empty)}"#
        let imported = try ImportFixture("[\(Self.good),\(story),\(bare)]")
        #expect(imported.complaints == ["a.json:3: there is nothing in it but its id"])
        #expect(try await imported.served.ids("characters/1/stories") == [3])
        #expect(try await imported.served.ids("stories") == [3])
    }

    @Test("a flood of brackets costs no memory and no stack")
    func bomb() throws {
        let brackets = String(repeating: "[", count: 2_000_000)
        #expect(try ImportFixture(brackets).report.good == 0)
        #expect(try ImportFixture(#"{"id":1,"x":"# + brackets).report.bad == 1)
        let braces = String(repeating: #"{"a":"#, count: 500_000)
        #expect(try ImportFixture(braces).report.bad == 1)
        #expect(try ImportFixture(String(repeating: #"{"data":"#, count: 100_000)).report.good == 0)
    }

    @Test("a file in Windows-1252 is read as that, and one in both as either")
    func windows1252() async throws {
        let bytes =
            Array(#"{"id":1,"name":"Ara"#.utf8) + [0xF1] + Array(#"a","modified":"2014-04-29","description":"It"#.utf8)
            + [0x92]
            + Array(#"s Araña’s"}"#.utf8)
        let imported = try ImportFixture(bytes: ["a.json": bytes])
        #expect(imported.complaints == [])
        let hero = try await imported.only("characters/1")
        #expect(hero["name"]?.text == "Araña")
        #expect(hero["description"]?.text == "It’s Araña’s")
    }
}
