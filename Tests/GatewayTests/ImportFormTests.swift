import FoundationEssentials
import Support
import Testing

@testable import Gateway

@Suite("Recorded answers are read")
struct ImportFormTests {
    private static let (one, two, three) =
        (Recorded.character(1, "A"), Recorded.character(2, "B"), Recorded.character(3, "C"))

    @Test(
        "in every form in which they are kept",
        arguments: [
            Recorded.envelope(one, two, three), Recorded.data(one, two, three), "[\(one),\(two),\(three)]",
            "[\(Recorded.envelope(one)),\(Recorded.data(two, three))]", "[[\(one)],[\(two),\(three)]]",
            "\(one)\n\(two)\n\(three)\n", "\(one)\n\n\(two)\n\(three)",
            "\(Recorded.envelope(one))\n\(Recorded.envelope(two, three))\n", "[\(one)]\n[\(two),\(three)]\n",
            "\(Recorded.data(one, two))\n\(three)\n", "[\n\(one),\n\(two),\n\(three)\n]\n",
            "[\(one),\(two),\(three),]", "\(one),\n\(two),\n\(three)\n", "\(one)\(two)\(three)",
            #"{"data":[\#(one),\#(two),\#(three)]}"#, #"{"results":[\#(one),\#(two),\#(three)],"data":null}"#,
            #"{"pages":{"x":[1,"]"]},"data":{"results":[\#(one),\#(two),\#(three)]},"more":[{}]}"#,
        ])
    func forms(text: String) async throws {
        for spelling in [text, text.replacing("\n", with: "\r\n"), "\u{FEFF}" + text] {
            let imported = try ImportFixture(spelling)
            #expect(imported.complaints == [])
            #expect(imported.report.counts == [.characters: ImportReport.Counts(new: 3)])
            #expect(try await imported.served.ids("characters") == [1, 2, 3])
        }
    }

    @Test(
        "joined, with a byte order mark before each",
        arguments: ["\u{FEFF}", "\n\u{FEFF}", "\r\n\u{FEFF}", " \u{FEFF}\n", "\n\u{FEFF}\u{FEFF}"])
    func joined(mark: String) async throws {
        let pretty = Self.one.replacing(",", with: ",\n ")
        for parts in [
            [Self.one, Self.two, Self.three], [pretty, Recorded.envelope(Self.two), "[\(Self.three)]\n"],
        ] {
            let imported = try ImportFixture(mark + parts.joined(separator: mark))
            #expect(imported.complaints == [])
            #expect(try await imported.served.ids("characters") == [1, 2, 3])
        }
    }

    @Test("joined with a byte order mark that a piece ends in", arguments: 0...3)
    func dividedMark(bytes: Int) async throws {
        let space = String(repeating: " ", count: 1 << 18 - Self.one.utf8.count - bytes)
        let imported = try ImportFixture("\(Self.one)\(space)\u{FEFF}\(Self.two)")
        #expect(imported.complaints == [])
        #expect(try await imported.served.ids("characters") == [1, 2])
    }

    @Test("one object alone, and the one of an answer to its id")
    func single() async throws {
        for text in [Self.two, Recorded.envelope(Self.two), #"{"code":200,"data":\#(Self.two)}"#, "[\(Self.two)]"] {
            #expect(try await ImportFixture(text).served.ids("characters") == [2])
        }
    }

    @Test("written over many lines, with their members in another order")
    func pretty() async throws {
        let text = """
            {
              "status": "Ok",
              "data": {
                "results": [
                  {
                    "title": "Over \\"lines\\" {[ #1",
                    "id": 7 ,
                    "upc": 75960607905600110,
                    "resourceURI": "http://gateway.marvel.com/v1/public/comics/7"
                  }
                ],
                "count": 1
              }, "code": 200
            }
            """
        let imported = try ImportFixture(text)
        #expect(imported.complaints == [])
        let comic = try await imported.only("comics?upc=75960607905600110")
        #expect(comic["title"]?.text == #"Over "lines" {[ #1"#)
        #expect(comic["upc"] == .string("75960607905600110"))
    }

    @Test("in pieces that do not end where records do")
    func chunks() async throws {
        let text = (1...3000).map { Recorded.character($0, "Hero \($0)") }.joined(separator: "\n")
        #expect(text.utf8.count > 1 << 20)
        let imported = try ImportFixture(text)
        #expect(imported.complaints == [])
        #expect(imported.report.counts[.characters]?.new == 3000)
        #expect(try await imported.only("characters/2999")["name"]?.text == "Hero 2999")
    }

    @Test("from folders, by name, and from standard input's name")
    func folders() throws {
        let folder = try TemporaryFolder()
        for name in ["b.jsonl", "a.json", "c.ndjson", "d.txt"] {
            try Data(Self.one.utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
        }
        let names = ["a.json", "b.jsonl", "c.ndjson"].map { "\(folder.path)/\($0)" }
        #expect(RecordFile.expand([folder.path, "-"]).map(\.path) == names + ["-"])
        #expect(RecordFile.expand([folder.path + "/"]).map(\.path) == names)
        #expect(RecordFile.expand(["/no/such/file"]).map(\.path) == ["/no/such/file"])
    }

    @Test("with progress told, and the settling at the end")
    func progress() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.json"
        let text = (1...600).map { Recorded.character($0, "Hero") }.joined(separator: "\n")
        try Data(text.utf8).write(to: URL(filePath: path))
        var told: [ImportProgress] = []
        _ = try Archive().importRecords(of: [path], progress: { told.append($0) })
        #expect(told.count == 4)
        #expect(told.last == .settling)
        guard case .reading(path, let bytes, 257) = told[1] else { Issue.record("\(told)"); return }
        #expect(bytes > 0)
    }
}
