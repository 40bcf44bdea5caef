import Heroes
import Support
import Testing

@testable import MarvelAPI

@Suite struct PayloadTests {
    private func payload(_ json: String) throws -> Payload<EntityPayload> { try Payload(Array(json.utf8)) }

    private func listPage(_ data: String, requested: PageRange = .page(2)) throws -> ListPage<Work> {
        try payload("{\"code\":200,\"data\":{\(data)}}").listPage(requested: requested) {
            Work(.comics, id: $0.id, title: $0.title)
        }
    }

    @Test("the envelope's limit and total are used if plausible, with the requested offset")
    func range() throws {
        let results = #""results":[{"id":1},{"id":2}]"#
        #expect(
            try listPage("\"offset\":40,\"limit\":10,\"total\":99,\(results)").range == PageRange(offset: 20, limit: 10)
        )
        #expect(try listPage("\"offset\":\"40\",\"total\":\"99\",\(results)").total == 99)
        for nonsense in [
            "", "\"offset\":-1,\"limit\":-1,\"total\":-7,", "\"limit\":0,",
            "\"offset\":null,\"limit\":{},\"total\":true,",
            "\"offset\":1e300,\"limit\":1e300,\"total\":3,", "\"offset\":99999999999,\"limit\":500,\"total\":0,",
        ] {
            let list = try listPage(nonsense + results)
            #expect(list.range == .page(2), "\(nonsense)")
            #expect(list.total == 22, "\(nonsense)")
        }
        #expect(try listPage("\"total\":99999999999999,\(results)").total == 10_000_000)
        #expect(try listPage("\"total\":99999999999999999999999,\(results)").total == 22)
    }

    @Test("more items than requested are dropped")
    func flood() throws {
        let results = (1...500).map { "{\"id\":\($0)}" }.joined(separator: ",")
        let list = try listPage("\"limit\":100,\"total\":500,\"results\":[\(results)]", requested: PageRange(limit: 3))
        #expect(list.items.map(\.id.number) == [1, 2, 3])
        #expect(list.range.limit == 3)
        #expect(try payload("{\"data\":{\"results\":[\(results)]}}").items.count == 100)
    }

    @Test("an invalid range is clamped", arguments: [Int.min, -1, 0])
    func invalidRange(number: Int) throws {
        let list = try listPage(
            "\"results\":[{\"id\":1},{\"id\":2}]", requested: PageRange(offset: number, limit: number))
        #expect(list.range == PageRange(offset: 0, limit: 1))
        #expect(list.items.map(\.id.number) == [1])
    }

    @Test("past the end there are no items, and the total is unchanged")
    func pastEnd() throws {
        let list = try listPage(
            "\"offset\":2000,\"limit\":20,\"total\":1564,\"count\":0,\"results\":[]",
            requested: PageRange(offset: 2000))
        #expect(list.items.isEmpty)
        #expect(list.total == 1564)
        #expect(list.range.offset == 2000)
    }

    @Test("an empty page ends the list, whatever its total")
    func emptyWithTotal() throws {
        #expect(try listPage("\"total\":500,\"results\":[]", requested: .page(1)).total == 0)
        #expect(try listPage("\"total\":500,\"results\":[]", requested: .page(3)).pageCount == 2)
    }

    @Test("duplicates are removed")
    func repeated() throws {
        let list = try listPage(#""total":4,"results":[{"id":7,"title":"first"},{"id":8},{"id":7,"title":"second"}]"#)
        #expect(list.items.map(\.id.number) == [7, 8])
        #expect(list.items.first?.title == "first")
    }

    @Test("a title is one line without directional marks, of at most 200 scalars")
    func title() throws {
        let list = try listPage(#""results":[{"id":1,"title":" A\u0000\n\u202eB\u2066C "}]"#)
        #expect(list.items.first?.title == "A BC")
        let long = String(repeating: "e\u{301}", count: 3000)
        let cut = try #require(try self.listPage("\"results\":[{\"id\":1,\"title\":\"\(long)\"}]").items.first?.title)
        #expect(cut.unicodeScalars.count == 200 && cut.hasSuffix("…"))
    }

    @Test(
        "whitespace in a title becomes one space, and C1 controls become Windows-1252's quotes and dashes",
        arguments: [
            ("Line\nBreak", "Line Break"), ("\r\nCRLF\r\nName", "CRLF Name"),
            ("A\t \u{B}\u{2028}\u{2029}\u{85}B\n", "A B"),
            ("C1\u{92}s \u{93}Name\u{94} \u{96}\u{81}", "C1’s “Name” –"), ("\t\u{A0}A \u{A0}\u{3000}B\u{2003}", "A B"),
        ])
    func titleOfLines(input: String, title: String) { #expect(input.asTitle == title) }

    @Test(
        "an invisible title is empty",
        arguments: [
            "\u{200B}", " \u{AD}\u{FEFF} ", "\u{3164}", "\u{2800}", "\u{301}", "\u{20DD}\u{200D}", "\u{202E}",
        ])
    func invisibleTitle(input: String) throws {
        #expect(input.asTitle.isEmpty)
        let body =
            Array("{\"data\":{\"results\":[{\"id\":1,\"name\":\"A\"},{\"id\":2,\"name\":\"".utf8) + Array(input.utf8)
        let heroes = try Payload<CharacterPayload>(body + Array("\"}]}}".utf8)).items.map { $0.hero([]) }
        #expect(heroes.map(\.name) == ["A", "Unnamed hero"])
    }

    @Test(
        "a title has no zero-width characters, and at most four marks per letter",
        arguments: [
            ("Spi\u{200B}der\u{2060}-\u{FEFF}Man", "Spider-Man"),
            ("Iron\u{200D} \u{200C}Man", "Iron Man"), ("\u{200F}So\u{AD}ft\u{61C}", "Soft"),
            ("A\u{FFF9}B\u{E0041}", "AB"),
            ("Z" + String(repeating: "\u{301}", count: 300) + "o", "Z\u{301}\u{301}\u{301}\u{301}o"),
            (
                "ก" + String(repeating: "\u{E34}\u{200D}", count: 9),
                "ก\u{E34}\u{200D}\u{E34}\u{200D}\u{E34}\u{200D}\u{E34}"
            ),
            ("\u{1B}[31mRed\u{7}", "[31mRed"), ("A\u{FE0F}\u{3164}B", "AB"),
        ])
    func hiddenInTitle(input: String, title: String) { #expect(input.asTitle == title) }

    @Test("a title has no noncharacters", arguments: [0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFE] as [UInt32])
    func noncharacters(number: UInt32) throws {
        #expect("A\(try #require(Unicode.Scalar(number)))B".asTitle == "AB")
    }

    @Test(
        "only lone surrogates are removed from a name",
        arguments: [
            (#"A\ud83dB"#, "AB"), (#"A\uDC00"#, "A"), (#"\ud83d\ud83dA\udfff"#, "A"), (#"A\ud83d"#, "A"),
            (#"A \ud83d\ude00"#, "A 😀"), (#"A \ud83d\ud83d\ude00\ude00"#, "A 😀"), (#"A\\ud83dB"#, #"A\ud83dB"#),
            (#"\u0041\u00e9\/\"\\"#, #"Aé/"\"#),
        ])
    func halfPairs(input: String, name: String) throws {
        let body = "{\"data\":{\"results\":[{\"id\":1,\"name\":\"\(input)\"},{\"id\":2,\"name\":\"C\"}]}}"
        #expect(try Payload<CharacterPayload>(Array(body.utf8)).items.map { $0.hero([]).name } == [name, "C"])
    }

    @Test(
        "a title keeps the joiners and marks that its characters need",
        arguments: ["e\u{301}", "👩\u{200D}🚀", "ก\u{E34}", "❤\u{FE0F}", "می\u{200C}خواهم", "ක\u{DCA}\u{200D}ර"])
    func joinedTitle(input: String) { #expect(input.asTitle == input) }

    @Test("the attribution is the HTML, otherwise the escaped text, otherwise the copyright")
    func attribution() throws {
        let data = "\"data\":{\"results\":[]}"
        #expect(
            try payload("{\"attributionHTML\":\"<a>A</a>\",\"attributionText\":\"B\",\(data)}").attribution.html
                == "<a>A</a>")
        #expect(
            try payload("{\"attributionHTML\":\" \",\"attributionText\":\"B & <C>\",\(data)}").attribution.html
                == "B &amp; &lt;C&gt;")
        #expect(try payload("{\"copyright\":\"© 2026\",\(data)}").attribution.html == "© 2026")
        #expect(try payload("{\(data)}").attribution.html.isEmpty)
    }

    @Test("invalid UTF-8 is replaced")
    func invalidUTF8() throws {
        let body = Array("{\"data\":{\"results\":[{\"id\":1,\"title\":\"A".utf8) + [0xFF, 0xC3] + Array("B\"}]}}".utf8)
        #expect(try Payload<EntityPayload>(body).items.map(\.title) == ["A\u{FFFD}\u{FFFD}B"])
    }

    @Test("a lone surrogate damages at most one field")
    func loneSurrogate() throws {
        let payload = try payload(
            #"{"data":{"results":[{"id":1,"title":"A","description":"\ud83d"},{"id":2,"title":"B"}]}}"#)
        #expect(payload.items.map(\.title) == ["A", "B"])
    }

    @Test("excessive nesting is rejected")
    func nesting() {
        let deep = String(repeating: "[", count: 200_000)
        #expect(throws: (any Error).self) { try payload("{\"data\":{\"results\":\(deep)") }
        #expect(throws: (any Error).self) {
            try payload("{\"data\":{\"results\":\(deep)\(String(repeating: "]", count: 200_000))}}")
        }
    }

    @Test("damaged bytes decode to valid pages or throw")
    func damage() throws {
        var generator = SeededGenerator(seed: 1)
        let page = try Fixture.bytes("marvel/characters.json")
        var readable = 0
        for _ in 0..<300 {
            // An error is a valid outcome, too.
            guard let payload = try? Payload<CharacterPayload>(page.mutated(using: &generator)) else { continue }
            let list = payload.listPage(requested: PageRange(limit: 15)) { $0.hero(ImageHost.marvel) }
            readable += 1
            #expect(
                list.items.count <= 15 && list.total >= list.items.count && (1...15).contains(list.range.limit))
            #expect(list.items.allSatisfy { $0.id > 0 && !$0.name.isEmpty })
            #expect(list.items.allSatisfy { $0.thumbnail?.path.hasPrefix("https://") != false })
        }
        #expect(readable > 20)
    }
}
