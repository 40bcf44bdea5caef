import Support
import Testing

@testable import Gateway

@Suite("Recorded values")
struct ImportFieldTests {
    @Test(
        "of the wrong type count as missing", arguments: Kind.marvel,
        [
            ("5.5", [FieldType.text, .number]), (#""x""#, [.text, .time]), ("{}", [.object]), ("[]", [.list]),
            ("true", []),
        ])
    func wrongType(kind: Kind, value: (spelling: String, types: [FieldType])) async throws {
        let bare = #""id":1,"\#(kind.nameField)":"A","resourceURI":"\#(RecordedJSON.base)/\#(kind.rawValue)/1""#
        var fields = bare
        for field in kind.fields {
            if case .plain(let name, let type, _) = field, name != kind.nameField, !value.types.contains(type) {
                fields += #","\#(name)":\#(value.spelling)"#
            }
            if case .summary(let other) = field { fields += #","\#(other.rawValue)":\#(value.spelling)"# }
        }
        let imported = try ImportFixture("{\(fields)}")
        #expect(imported.problems == [])
        let object = try await imported.only("\(kind.rawValue)/1")
        #expect(try await object == ImportFixture("{\(bare)}").only("\(kind.rawValue)/1"))
    }

    @Test("that are integers lose a fraction of zeros")
    func integers() async throws {
        let more = #","pageCount":32.0,"digitalId":5000.0,"upc":75960607905600110.0,"endYear":1"#
        let series =
            #"{"id":5,"title":"S","startYear":2004.0,"endYear":"2009.0","rating":"1.0","#
            + #""comics":{"available":30.0,"items":[]}}"#
        let imported = try ImportFixture("[\(RecordedJSON.comic(10, "C", more)),\(series)]")
        for filter in ["upc=75960607905600110", "digitalId=5000", "hasDigitalIssue=true"] {
            let comic = try await imported.only("comics?\(filter)")
            #expect(comic["pageCount"] == .integer(32))
            #expect(comic["digitalId"] == .integer(5000))
            #expect(comic["upc"]?.text == "75960607905600110")
        }
        let stored = try await imported.only("series?startYear=2004")
        #expect(stored["startYear"] == .integer(2004))
        #expect(stored["endYear"] == .string("2009"))
        #expect(stored["rating"] == .string("1.0"))
        #expect(stored["comics"]?["available"] == .integer(0))
    }

    @Test(
        "that are numbers keep their spelling, except a fraction of zeros",
        arguments: [
            ("1.5", "1.5"), ("33.10", "33.10"), ("1e400", "1e400"), ("7", "7"), ("7.0", "7"),
            ("-1.0", "-1"), ("0.0", "0"), ("9007199254740993.0", "9007199254740993"),
        ])
    func spelling(recorded: String, expected: String) async throws {
        let comic = try await ImportFixture(RecordedJSON.comic(10, "C", #","pageCount":\#(recorded)"#)).only(
            "comics/10")
        #expect(comic["pageCount"] == .number(expected))
        guard recorded != expected else { return }
        let text = try await ImportFixture(RecordedJSON.comic(10, "C", #","pageCount":"\#(recorded)""#)).only(
            "comics/10")
        #expect(text["pageCount"] == .string(expected))
    }

    @Test("that are invalid items of a summary are dropped, and items over the limit are not shown")
    func items() async throws {
        let invalid = ["null", "5", #""x""#, "[]", "{}", #"{"name":5}"#, #"{"resourceURI":null}"#]
        let named = (1...25).map { #"{"resourceURI":"\#(RecordedJSON.base)/comics/\#($0)","name":"Item \#($0)"}"# }
        let hero =
            #"{"id":1,"name":"A","comics":{"available":{},"items":[\#((invalid + named + invalid).joined(separator: ","))]},"#
            + #""series":{"available":2,"items":[\#(invalid.joined(separator: ","))],"returned":7}}"#
        let comics = (1...25).map { RecordedJSON.comic($0, "Comic \($0)") }
        let imported = try ImportFixture("[\(hero),\(comics.joined(separator: ","))]")
        let object = try await imported.only("characters/1")
        let summary = try #require(object["comics"])
        #expect(summary["items"]?.elements.map { $0["name"]?.text } == (1...20).map { "Item \($0)" })
        #expect(summary["available"] == .integer(25))
        #expect(summary["returned"] == .integer(20))
        #expect(try await imported.client.data("characters/1/comics")["total"] == .integer(25))
        #expect(object["series"]?["items"] == .array([]))
        for count in ["returned", "available"] { #expect(object["series"]?[count] == .integer(0), "\(count)") }
    }

    @Test("relations over the item limit are stored, from either copy", arguments: [21, 25])
    func overLimit(count: Int) async throws {
        func hero(_ count: Int) -> String {
            RecordedJSON.character(1, "A", comics: (1...count).map { ($0, "Item \($0)") }, available: 30)
        }
        let comics = (1...25).map { RecordedJSON.comic($0, "Comic \($0)") }
        let imported = try ImportFixture("[\(hero(20)),\(comics.joined(separator: ",")),\(hero(count)),\(hero(22))]")
        #expect(try await imported.client.data("characters/1/comics")["total"]?.int == max(count, 22))
        let again = try ImportFixture(hero(max(count, 22)), into: imported.archive)
        #expect(again.report.counts[.characters] == ImportReport.Counts(unchanged: 1))
        #expect(!again.report.hasChanges)
    }
}

@Suite("A recorded API URL")
struct ImportURLTests {
    @Test(
        "is replaced by a local one, whatever follows the id",
        arguments: [
            "", "/", "/comics", "/comics/some-one_2", #"/"x"#, #"/","upc":"1"#, #"/\"#, "/\u{1}", "/\u{2}\u{0}",
            "/\u{3}1,1\u{3}", "/\n", "/é",
        ])
    func suffixes(_ tail: String) async throws {
        let item = #"{"resourceURI":\#(RecordedJSON.quoted("\(RecordedJSON.base)/series/7\(tail)")),"name":"S"}"#
        let summary = #"{"available":1,"items":[\#(item)]}"#
        let imported = try ImportFixture(
            #"[\#(RecordedJSON.comic(10, "C", #","series":\#(item),"variants":[\#(item)]"#)),"#
                + #"{"id":1,"name":"A","modified":"2014-04-29","series":\#(summary)}]"#)
        #expect(imported.problems == [])
        let comic = try await imported.only("comics")
        let hero = try await imported.only("characters")
        for object in [comic["series"], comic["variants"]?.elements.first, hero["series"]?["items"]?.elements.first] {
            #expect(object?["resourceURI"]?.text == "http://test/v1/public/series/7\(tail)")
        }
    }

    @Test("is not changed in a field that references no object")
    func otherFields() async throws {
        let address = "\(RecordedJSON.base)/series/7"
        let more =
            #","thumbnail":{"path":"\#(address)","extension":"jpg"},"urls":[{"type":"detail","url":"\#(address)"}]"#
        let comic = try await ImportFixture(RecordedJSON.comic(10, "C", more)).only("comics")
        #expect(comic["thumbnail"]?["path"]?.text == address)
        #expect(comic["urls"]?.elements.first?["url"]?.text == address)
    }
}
