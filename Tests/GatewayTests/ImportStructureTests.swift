import Testing

@testable import Gateway

@Suite("Recorded responses are imported")
struct ImportStructureTests {
    private static let (one, two, three) =
        (RecordedJSON.character(1, "A"), RecordedJSON.character(2, "B"), RecordedJSON.character(3, "C"))

    @Test(
        "in every structure",
        arguments: [
            RecordedJSON.envelope(one, two, three), RecordedJSON.data(one, two, three), "[\(one),\(two),\(three)]",
            "[\(RecordedJSON.envelope(one)),\(RecordedJSON.data(two, three))]", "[[\(one)],[\(two),\(three)]]",
            "\(one)\n\(two)\n\(three)\n", "\(one)\n\n\(two)\n\(three)",
            "\(RecordedJSON.envelope(one))\n\(RecordedJSON.envelope(two, three))\n", "[\(one)]\n[\(two),\(three)]\n",
            "\(RecordedJSON.data(one, two))\n\(three)\n", "[\n\(one),\n\(two),\n\(three)\n]\n",
            "[\(one),\(two),\(three),]", "\(one),\n\(two),\n\(three)\n", "\(one)\(two)\(three)",
            #"{"data":[\#(one),\#(two),\#(three)]}"#, #"{"results":[\#(one),\#(two),\#(three)],"data":null}"#,
            RecordedJSON.envelope(one, two, three).replacing(",", with: " ,\n  "),
            #"{"pages":{"x":[1,"]"]},"data":{"results":[\#(one),\#(two),\#(three)]},"more":[{}]}"#,
        ])
    func structures(text: String) async throws {
        for spelling in [text, text.replacing("\n", with: "\r\n"), "\u{FEFF}" + text] {
            let imported = try ImportFixture(spelling)
            #expect(imported.problems == [])
            #expect(imported.report.counts == [.characters: ImportReport.Counts(new: 3)])
            #expect(try await imported.client.ids("characters") == [1, 2, 3])
        }
    }

    @Test("with a single object, plain or in an envelope")
    func single() async throws {
        for text in [Self.two, #"{"code":200,"data":\#(Self.two)}"#] {
            #expect(try await ImportFixture(text).client.ids("characters") == [2])
        }
    }

}
