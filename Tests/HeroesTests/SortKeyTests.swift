import Heroes
import Testing

@Suite("The order of names")
struct SortKeyTests {
    @Test("marked letters are in order beside their plain ones, and blanks around a name do not count")
    func order() {
        let names = [
            "abel", "Æon", "Älf", "  Alg", "Éclair", "Eco", "\tLabel", "Łuk", "Lyra", "O", "Ødin", "Ozone", "Zed",
        ]
        #expect(names.shuffled().sorted { SortKey.of($0) < SortKey.of($1) } == names)
    }

    @Test("a letter and its mark are one letter, written as one or as two, and what shows nothing is nothing")
    func decomposed() {
        #expect(SortKey.of("E\u{301}clair ") == "eclair" && SortKey.of("\u{A0}\u{C9}clair") == "eclair")
        #expect(SortKey.of(" \u{3000}\n") == "" && SortKey.of("Ms. Mar\u{AD}vel\t (Kamala)") == "ms. marvel (kamala)")
    }
}
