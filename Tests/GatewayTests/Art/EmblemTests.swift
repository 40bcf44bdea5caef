import Testing

@testable import Gateway

@Suite struct EmblemTests {
    @Test("every word of the vocabulary is read, and a line is written as it was read")
    func readsEveryWord() throws {
        for emblem in Everything.emblems {
            #expect(try Emblem(line: emblem.line) == emblem)
        }
    }

    @Test("an unknown motif is named with those there are")
    func refusesMotif() {
        let error = #expect(throws: EmblemError.self) { try Emblem(line: "webb crimson navy burst") }
        #expect(error?.description.contains("“webb” is no motif") == true)
        #expect(error?.description.contains("ant, anvil") == true)
    }

    @Test(
        "an unknown colour is named, be it ground or accent", arguments: ["web red navy burst", "web navy red burst"])
    func refusesColour(line: String) {
        let error = #expect(throws: EmblemError.self) { try Emblem(line: line) }
        #expect(error?.description.contains("“red” is no colour; the colours are crimson, scarlet") == true)
    }

    @Test("an unknown layout is named with those there are")
    func refusesLayout() {
        let error = #expect(throws: EmblemError.self) { try Emblem(line: "web crimson navy Burst") }
        #expect(error?.description.contains("“Burst” is no layout; the layouts are burst, halo") == true)
    }

    @Test("too few and too many words are counted", arguments: [("", 0), ("web crimson navy", 3), ("a b c d e", 5)])
    func countsLine(line: String, count: Int) {
        #expect(throws: EmblemError.wordCount(count, line: line)) { try Emblem(line: line) }
    }
}
