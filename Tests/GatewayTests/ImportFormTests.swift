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
            Recorded.envelope(one, two, three).replacing(",", with: " ,\n  "),
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

    @Test("one object alone, and the one of an answer to its id")
    func single() async throws {
        for text in [Self.two, #"{"code":200,"data":\#(Self.two)}"#] {
            #expect(try await ImportFixture(text).served.ids("characters") == [2])
        }
    }

    @Test("with progress told, and the settling at the end")
    func progress() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.json"
        let text = (1...600).map { Recorded.character($0, "Hero") }.joined(separator: "\n")
        try Data(text.utf8).write(to: URL(filePath: path))
        var told: [ImportProgress] = []
        let report = try Archive().importRecords(of: [path], progress: { told.append($0) })
        // More than is read at once.
        #expect(text.utf8.count > 1 << 18 && report.good == 600)
        #expect(told.count == 4)
        #expect(told.last == .settling)
        guard case .reading(path, let bytes, 257) = told[1] else { Issue.record("\(told)"); return }
        #expect(bytes > 0)
    }
}
