import FoundationEssentials
import Heroes
import Testing

@testable import Site

@Suite("Reading lists of heroes")
struct FavouriteEntriesTests {
    private static let time = Date(timeIntervalSince1970: 1_700_000_000)

    private func entries(_ text: String) throws -> [FavouriteEntries.Entry] { try entries(Array(text.utf8)) }

    private func entries(_ text: [UInt8]) throws -> [FavouriteEntries.Entry] {
        let list = try #require(FavouriteEntries(text))
        #expect(list.invalid.isEmpty)
        return list.entries
    }

    @Test(
        "columns may be in any order and case, with blanks around the cells",
        arguments: [
            "ID,Name,Added\n1009610,Spider-Man,1700000000", "name,added,id\nSpider-Man,1700000000,1009610",
            "id, name, added\n 1009610, \"Man, Spider\", 1700000000", "added;ID\n1700000000;1009610 ",
            "Name\tHero ID\tDate\nSpider-Man\t1009610\t1700000000",
            "sep=;\n\"Id\";\"Added at\"\n\"1009610\";\"1700000000\"",
            "\n\n,,\n Hero , When , Date Added\n1009610,x,1700000000", "1700000000,1009610",
            "\u{A0}1009610\u{200B},Spider-Man,'1700000000", "=\"1009610\",,1700000000",
            "id,added\n1009610.0,1700000000.0",
        ])
    func columns(_ text: String) throws {
        let read = try entries(text)
        #expect(read.map(\.id) == [1_009_610] && read.map(\.added) == [Self.time])
    }

    @Test("a line number counts the lines before the header too")
    func lineNumbers() throws {
        let list = try #require(FavouriteEntries(Array("\n Name ,ID\nx,1\nSpider-Man,\ny,-4\nz,two\nw,3\n".utf8)))
        #expect(list.entries.map(\.id) == [1, 3] && list.invalid.map(\.description) == ["Line 4", "Line 5", "Line 6"])
    }

    @Test("UTF-16 and UTF-8 are detected, with or without a byte order mark", arguments: [true, false])
    func encodings(hasMark: Bool) throws {
        for text in [
            "id,name,added\r\n1009610,Söhne,1700000000\r\n", "[{\"id\":1009610,\"name\":\"日本\",\"added\":1700000000}]",
        ] {
            let marked = (hasMark ? "\u{FEFF}" : "") + text
            let little = marked.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
            let big = marked.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
            for bytes in [Array(marked.utf8), little, big] {
                let read = try entries(bytes)
                #expect(read.map(\.id) == [1_009_610] && read.map(\.added) == [Self.time])
            }
        }
    }

    @Test(
        "a list may consist of heroes' numbers, as numbers or as text",
        arguments: [
            "[1009610, 1009368]", "[\"1009610\",\" 1009368 \"]", "1009610\r\n1009368\r\n", "1009610, 1009368",
            "1009610;1009368;",
            "\"1009610\"\n\"1009368\"", "[{\"id\":\"1009610\"},{\"ID\":1009368.0}]",
            "[{\"heroId\":1009610},{\"hero_id\":1009368}]",
            "{\"favourites\":[1009610,1009368]}",
            "{\"version\":1,\"data\":{\"results\":[{\"id\":1009610},{\"id\":1009368}]}}",
            "{\"a\":[],\"heroes\":[{\"name\":\"x\",\"id\":1009610},{\"id\":\"1009368\"}],\"z\":[1]}",
            "id\n1009610\n1009368",
        ])
    func plain(_ text: String) throws {
        let read = try entries(text)
        #expect(read.map(\.id) == [1_009_610, 1_009_368] && read.allSatisfy { $0.added == nil })
    }

    @Test(
        "times are read as seconds, milliseconds and ISO 8601 dates",
        arguments: [
            ("1700000000", 1_700_000_000), ("1700000000000", 1_700_000_000), ("1700000000123", 1_700_000_000.123),
            ("1700000000000000", 1_700_000_000), ("1700000000.5", 1_700_000_000.5), ("0", 0), ("1.7E9", 1_700_000_000),
            ("2023-11-14T22:13:20Z", 1_700_000_000), ("2023-11-14T22:13:20.5Z", 1_700_000_000.5),
            ("2023-11-14T22:13:20", 1_700_000_000), ("2023-11-14 22:13:20", 1_700_000_000),
            ("2023-11-15T00:13:20+02:00", 1_700_000_000), ("2023-11-14 17:13:20 -0500", 1_700_000_000),
            ("2023-11-15T00:13:20,000+02", 1_700_000_000), ("2023-11-14t22:13z", 1_699_999_980),
            ("2023-11-14 22:13:20.000 UTC", 1_700_000_000), ("2023-11-14", 1_699_920_000),
            ("2023/11/14", 1_699_920_000),
            ("2024-02-29", 1_709_164_800),
        ])
    func times(_ text: String, _ seconds: Double) throws {
        #expect(ImportedDate.parse(text) == Date(timeIntervalSince1970: seconds))
        for list in ["id,added\n1,\"\(text)\"", "[{\"id\":1,\"added\":\"\(text)\"}]"] {
            #expect(try entries(list).map(\.added) == [Date(timeIntervalSince1970: seconds)], "\(list)")
        }
    }

    @Test(
        "an invalid time is nil",
        arguments: [
            "", "-1", "x", "nan", "inf", "0x10", "14.11.2023", "2023-02-29", "2023-13-01", "2023-11-14T",
            "2023-11-14T22",
            "2023-11-14T25:00", "2023-11-14T22:13:20+", "2023-11-14T22:13:20Zx", "1960-01-01", "2023-11-14 noon",
        ])
    func invalidTimes(_ text: String) { #expect(ImportedDate.parse(text) == nil) }

    @Test(
        "without times a list keeps its order; with times it is sorted by them, to the millisecond"
    )
    func order() async throws {
        for (list, names) in [
            ("[1,\"2\",3]", ["Hero 1", "Hero 2", "Hero 3"]),
            ("name,id\nx,2\ny,1\nz,3", ["Hero 2", "Hero 1", "Hero 3"]),
            ("id,added\n1,2023-11-14\n2,2023-11-15\n3,2023-11-13T23:00-02:00", ["Hero 2", "Hero 3", "Hero 1"]),
            ("id,added\n1,1690000000100\n2,1690000000300\n3,1690000000200", ["Hero 2", "Hero 3", "Hero 1"]),
        ] {
            let site = try SiteUnderTest()
            let visitor = await site.importList(list, [:]).cookieFields
            #expect(try await site.names("/favourites", visitor) == names, "\(list)")
        }
    }
}
