import Testing

@testable import Pictures

@Suite("The text of an emblem")
struct EmblemTests {
    @Test("every word is parsed, and the text is preserved")
    func readsEveryWord() throws {
        for emblem in ArtSamples.emblems { #expect(try Emblem(line: emblem.line) == emblem) }
    }

    @Test(
        "an unknown word is an error with the known ones, and so is another number of words",
        arguments: [
            ("lokki crimson navy burst", "“lokki” is no motif; the motifs are "),
            ("loki red navy burst", "“red” is no colour; the colours are crimson, scarlet"),
            ("loki navy red burst", "“red” is no colour; the colours are crimson, scarlet"),
            ("loki crimson navy Burst", "“Burst” is no layout; the layouts are burst, halo"),
            ("", "“” is not"), ("loki crimson navy", "“loki crimson navy” is not"), ("a b c d e", "“a b c d e” is not"),
        ])
    func refused(line: String, reason: String) {
        let error = #expect(throws: EmblemError.self) { try Emblem(line: line) }
        #expect(error?.description.contains(reason) == true)
    }
}
