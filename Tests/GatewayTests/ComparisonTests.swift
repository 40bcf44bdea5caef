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

    @Test(
        "times are parsed in the live service's formats",
        arguments: [
            ("1969-12-31T19:00:00-0500", 0), ("1970-01-01", 0), ("1970-01-01 00:00:01", 1), ("1970-01-01T00:00:00Z", 0),
            ("2014-04-29T14:18:17-0400", 1_398_795_497), ("2014-04-29T14:18:17-04:00", 1_398_795_497),
            ("2014-04-29T14:18:17 0400", 1_398_766_697), ("2000-02-29T00:00:00+0000", 951_782_400),
            ("-0001-11-30T00:00:00-0500", -62_169_966_000),
        ])
    func seconds(text: String, expected: Int) { #expect(Timestamp.seconds(text) == expected) }

    @Test(
        "invalid times are refused",
        arguments: [
            "", "2014", "2014-4-29", "2014/04/29", "2014-13-01", "2014-00-01", "2014-01-32", "2014-01-01T",
            "2014-01-01Tnoon",
            "2014-01-01T25:00:00", "2014-01-01T00:60:00", "2014-01-01T00:00:00+5", "+014-01-01", "２０１４-01-01",
            "--14-01-01",
        ])
    func invalidTime(text: String) { #expect(Timestamp.seconds(text) == nil) }
}
