import Heroes
import Testing

@Suite struct LettersTests {
    @Test("letters ignore case, diacritics and punctuation")
    func letters() {
        #expect(Letters("Spider-Man (Ben Reilly)") == Letters("spiderman benreilly"))
        #expect(Letters("Ara\u{F1}a") == Letters("ARAN\u{303}A"))
        #expect(Letters("\u{C6}gir").bytes == Array("aegir".utf8))
    }
}
