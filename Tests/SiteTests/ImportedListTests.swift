import FoundationEssentials
import Heroes
import Testing

@testable import Site

@Suite("Reading lists of heroes")
struct ImportedListTests {
    private static let csv =
        "id,name,added\r\n1009610,\"Man, \"\"Spider\"\"\",1700000000\r\n1009368,Iron,1600000000\r\n"

    @Test(
        "an export can be read again, with the line ends and separators that a spreadsheet writes",
        arguments: [
            csv, "\u{FEFF}" + csv, csv.replacing("\r\n", with: "\n"), csv.replacing("\r\n", with: "\r"),
            csv.replacing(",", with: ";"), csv.replacing(",", with: "\t"),
            "\"id\";\"added\"\n\"1009610\";\"1700000000\"\n1009368;1600000000\n\n",
            #"[{"id":1009610,"name":"x","added":1700000000},{"id":1009368,"added":1600000000}]"#,
        ])
    func export(_ text: String) throws {
        let list = try #require(ImportedList(Array(text.utf8)))
        #expect(list.entries.map(\.id) == [1_009_610, 1_009_368] && list.invalid.isEmpty)
        #expect(list.entries.map(\.added?.timeIntervalSince1970) == [1_700_000_000, 1_600_000_000])
    }

    @Test(
        "a link to shared heroes is read with all its heroes",
        arguments: [
            "https://heroes.example/heroes?ids=1009610,1009368,9",
            " http://[::1]:8080/heroes?ids=1009610%2C1009368,9\n",
            "/heroes?page=1&ids=1009610,1009368,9", "[1009610,1009368,9]",
        ])
    func link(_ text: String) throws {
        let list = try #require(ImportedList(Array(text.utf8)))
        #expect(list.entries.map(\.id) == [1_009_610, 1_009_368, 9] && list.entries.allSatisfy { $0.added == nil })
    }

    @Test("invalid entries are located by their lines, as a text editor counts them")
    func lines() throws {
        let csv = "id,name,added\r\n1,\"two\r\nlines\",\r\n-4,,\r\nx,\"a\rb\nc\",\r\n2,\"open,\r\n3,x,5\r\n"
        let list = try #require(ImportedList(Array(csv.utf8)))
        #expect(list.entries.map(\.id) == [1, 2] && list.invalid.map(\.description) == ["Line 4", "Line 5"])
        let json = try #require(ImportedList(Array(#"[{"id":1,"added":"x"},{"id":"2"},true,null,{"id":0}]"#.utf8)))
        #expect(json.entries.map(\.id) == [1])
        #expect(json.invalid.map(\.description) == ["Entry 2", "Entry 3", "Entry 4", "Entry 5"])
    }

    @Test(
        "anything else is no list",
        arguments: [
            "", "   ", "{\"id\":1}", "[1,", "[[[[[[", "\u{FFFD}PNG\r\n\u{1A}\n", "Spider-Man", "1009610\n1009368",
            "name;number\nx;1", "https://heroes.example/heroes/1009610-spider-man",
            "[1" + String(repeating: ",0", count: 5000) + "]", "id\n" + String(repeating: "1\n", count: 5001),
        ])
    func notAList(_ text: String) { #expect(ImportedList(Array(text.utf8)) == nil) }
}
