import Testing

@testable import Gateway

@Suite("The comparison of texts and times")
struct ComparisonTests {
    @Test(
        "texts are folded to lowercase without diacritics",
        arguments: [
            ("Spider-Man", "spider-man"), ("ARAÑA", "arana"), ("Aran\u{303}a", "arana"), ("Ærø", "aero"),
            ("Łódź", "lodz"),
            ("Ψ", "ψ"), ("İ", "i"), ("ß", "ss"), ("Þór", "thor"), ("ﬁre", "fire"), ("Ｗａｓｐ", "wasp"),
            ("  Karolina ", "  karolina "),
            ("", ""), ("🦸", "🦸"),
        ])
    func folding(text: String, expected: String) { #expect(Folding.fold(text) == expected) }
}
