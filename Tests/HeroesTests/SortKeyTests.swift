import Heroes
import Testing

@Suite("Sort keys of names")
struct SortKeyTests {
    @Test("letters with diacritics sort next to plain ones, and surrounding whitespace is ignored")
    func order() {
        let names = [
            "abel", "Æon", "Älf", "  Alg", "Éclair", "Eco", "\tLabel", "Łuk", "Lyra", "O", "Ødin", "Ozone", "Zed",
        ]
        #expect(names.shuffled().sorted { SortKey.of($0) < SortKey.of($1) } == names)
    }

    @Test("composed and decomposed letters have the same key, and invisible characters are removed")
    func decomposed() {
        #expect(SortKey.of("E\u{301}clair ") == "eclair")
        #expect(SortKey.of("\u{A0}\u{C9}clair") == "eclair")
        #expect(SortKey.of(" \u{3000}\n") == "")
        #expect(SortKey.of("Ms. Mar\u{AD}vel\t (Kamala)") == "ms. marvel (kamala)")
    }
}

@Suite struct LettersTests {
    @Test("letters ignore case, diacritics and punctuation")
    func letters() {
        #expect(Letters("Spider-Man (Ben Reilly)") == Letters("spiderman benreilly"))
        #expect(Letters("Ara\u{F1}a") == Letters("ARAN\u{303}A"))
        #expect(Letters("\u{C6}gir").bytes == Array("aegir".utf8))
    }
}
