import HTML
import Support
import Testing

/// Floods with a cost that must grow linearly: with quadratic cost a test would not end.
@Suite("Floods of markup")
struct SanitizerFloodTests {
    private static let pieces = [
        "<", "&", ">", "<b>", "<div>", "<p>", "<b><i>", "<b><p>", "<p>x", "x<br>", "<br>", "<ul><li>", "<li>x", "<ul>",
        "<table><tr><td>", "<td>x", "<svg>", "<svg><foreignObject>", "<svg><p>",
        "<svg><desc>", "<math><mi>x", "<object>", "<iframe>x", "<textarea>", "</iframe",
        "<!--", "<!-- -->", "<!-- >", "<!x ", "<!", "<?", "<x ", "<x a=\"", "<x a=\"<y b='", "<b a=\"", "</", "</x ",
        "</b>", "<script>", "<textarea></textare", "<xmp><", "<form>", "<template>",
        "<figure></div>", "<select><option>", "<h1>x", "<dl><dt><dd>", "<a href=https://a.example/>x", "<b>x</b>y",
        "<b>x<i>y</b>z</i>", "&zwnj;", "&#65;", "&abcdefghijk;", "&amp;", "amp;", "&amp;#65;", "&amp;abc;", "Ã", "â€™",
        "ï<i>ï<b>", "\u{FEFF}",
        "\u{FFFD}", "\u{202E}", "\u{301}", "\u{0}", " ", "\r\n", "&nbsp;", "word ", "Word.\n\n", "32 PGS. ", "$1.99",
        "<p>32 PGS./MARVEL PSR…$2.99", "\"'", "<i><ul><li>x", "-\n", "\n- A", "\n1. a\nB", "<b x y ", "IRMÃ“X", "KÃ–L",
        "a\u{FFFD}", "a\u{FFFD}s ", "Â\"", "â€\"", "<br>Rated A", "<b>Rated</b> A $3.99. ", "Trim size: ", "&nGtv;",
    ]

    @Test("match the output grammar, and are unchanged when sanitized twice", arguments: pieces)
    func flood(_ piece: String) {
        expectStableOutput(String(repeating: piece, count: 40_000 / piece.utf8.count))
    }

    @Test(
        "of start tags, then as many end tags",
        arguments: [
            ("<div>", "</i>"), ("<div>", "</div>"), ("<ul><li>", "</li></ul>"), ("ï", "»¿"), ("<ï<i>", "»¿</i>"),
            ("<figure>", "</div>"), ("<figure>", "</figure>"), ("<svg>", "</svg>"),
        ])
    func openings(_ start: String, _ end: String) {
        let count = 20_000 / max(start.utf8.count, end.utf8.count)
        expectStableOutput(String(repeating: start, count: count) + String(repeating: end, count: count))
    }

    @Test("of attributes on one element")
    func attributes() {
        let many = (0..<8000).map { "a\($0)=b" }.joined(separator: " ")
        expectStableOutput("<p \(many)>x")
        expectStableOutput("<a \(String(repeating: "x=", count: 20_000))>x")
        #expect(
            Sanitizer().sanitize("<a \(many) href=https://a.example/>x</a>")?.markup.contains("https://a.example/")
                == true)
    }

    @Test("of blocks in one long link")
    func blocksInLink() {
        let address = "https://a.example/" + String(repeating: "\"", count: 600)
        expectStableOutput("<a href='\(address)'>" + String(repeating: "<p>x", count: 5000))
    }

    private static let blanks = [
        ("", "<p>x</p>\n"), ("", "<p> </p>"), ("<table>", "<tr>\n<td>x</td>\n</tr>\n"), ("", " <br>"),
        ("", "<em> </em>"),
    ]

    // Copies per blank are so fast that only the longest descriptions show quadratic cost.
    @Test("of blanks between tags cost about sixteen times as much if sixteen times as long", arguments: blanks)
    func growthOfBlanks(_ start: String, _ piece: String) {
        expectGrowth(from: 1 << 16) { start + String(repeating: piece, count: $0 / piece.utf8.count) }
    }

    private static let repeated = [
        ("", "<x"), ("", "<y\" b=\""), ("", "</y\" b=\""), ("<svg>", "<a "), ("<svg>", "<y\" b=\""),
        ("<svg>", "</y\" b=\""), ("<svg>", "<feComponentTransfer\" b=\""), ("", "1PGS<br>"),
        ("", "<p>ISBN<p>1PGS…$2.99"), ("<p>1PGS…$2.99", "<p>ISBN"),
        ("", "Rated A ...$3.99<br>"),
        ("<ul><li>", "<p>é"), ("&", "amp;"), ("", "&amp;#65;"), ("", "&amp;lt;"), ("", "<svg><desc>x"),
        ("", "<math><svg><mi>"), ("", "<object>x"), ("", "<iframe>x"), ("", "<form>x"), ("", "<b x y "),
        ("", "-\n"), ("<p>", "- -\nx"), ("\n", "*"), ("", "KÃ–L"),
    ]

    @Test("cost about sixteen times as much if sixteen times as long", arguments: repeated)
    func growth(_ start: String, _ piece: String) {
        expectGrowth { start + String(repeating: piece, count: $0 / piece.utf8.count) }
    }

    @Test(
        "of text like tags, then one end, have linear cost",
        arguments: [("", "<y\" b=\"", "<"), ("<svg>", "<y\" b=\"", ">"), ("<svg>", "<feComponentTransfer\" b=\"", ">")])
    func growthBeforeEnd(_ start: String, _ piece: String, _ end: String) {
        expectGrowth { start + String(repeating: piece, count: $0 / piece.utf8.count) + end }
    }

    @Test("of tails after as many invisible characters have linear cost")
    func growthOfTails() {
        expectGrowth {
            String(repeating: "\u{AD}", count: $0 / 4) + "x" + String(repeating: "1PGS<br>", count: $0 / 16)
        }
    }

    /// Expects linear cost, from a flood to one that is sixteen times as long.
    private func expectGrowth(from bytes: Int = 1 << 13, _ flood: (_ bytes: Int) -> String) {
        #expect(Complexity.isSubquadratic(from: bytes, of: flood) { _ = Sanitizer().sanitize($0) })
    }

    private func expectStableOutput(_ payload: String) {
        let once = Sanitizer().sanitize(payload)?.markup ?? ""
        let grammar = OutputGrammar(once)
        #expect(grammar.violation == nil)
        #expect((Sanitizer().sanitize(once)?.markup ?? "") == once)
    }
}
