import Testing

@testable import Gateway

@Suite struct EmblemTests {
    @Test("every word is parsed, and the text is preserved")
    func readsEveryWord() throws {
        for emblem in ArtSamples.emblems {
            #expect(try Emblem(line: emblem.line) == emblem)
        }
    }

    @Test("an unknown motif is an error with the known ones")
    func refusesMotif() {
        let error = #expect(throws: EmblemError.self) { try Emblem(line: "webb crimson navy burst") }
        #expect(error?.description.contains("“webb” is no motif") == true)
        #expect(error?.description.contains("ant, anvil") == true)
    }

    @Test(
        "an unknown colour is an error, as ground or accent", arguments: ["web red navy burst", "web navy red burst"])
    func refusesColour(line: String) {
        let error = #expect(throws: EmblemError.self) { try Emblem(line: line) }
        #expect(error?.description.contains("“red” is no colour; the colours are crimson, scarlet") == true)
    }

    @Test("an unknown layout is an error with the known ones")
    func refusesLayout() {
        let error = #expect(throws: EmblemError.self) { try Emblem(line: "web crimson navy Burst") }
        #expect(error?.description.contains("“Burst” is no layout; the layouts are burst, halo") == true)
    }

    @Test("too few or too many words are an error", arguments: [("", 0), ("web crimson navy", 3), ("a b c d e", 5)])
    func countsLine(line: String, count: Int) {
        #expect(throws: EmblemError.wordCount(count, line: line)) { try Emblem(line: line) }
    }
}
