import Support
import Testing

@testable import HTML

/// Safety rests on the writer alone, so it is tested over trees that no parser reports, as well as over texts.
@Suite("Markup of the writer")
struct MarkupWriterTests {
    private static let pieces = [
        "<", ">", "\"", "'", "&", "/", "=", "<!--", "-->", "]]>", "\u{0}", "\r\n\r\n", "<br>", "<p>", "</p>", "<b>",
        "</b>", "<i>", "<ul>", "<li>", "</ul>", "<a href=\"https://a.example/\">", "</a>", "<svg>", "</svg>", "<math>",
        "<style>", "</style>", "<script>", "</script>", "<table>", "<td>", "<template>", "</template>", "<form>",
        "</form>", "<textarea>", "<h2>", "&lt;", "&#x80;", "&nbsp;", "\u{9D}", "\u{FEFF}", "\u{FFFD}", "\u{202E}", " ",
        "#N/A", "32 PGS./MARVEL PSR…$2.99", "&amp;", "amp;", "#39;", "<iframe>", "</iframe>", "<object>", "</object>",
        "<desc>", "<figure>", "</figure>", "<b x y ", "<![CDATA[x]]>", "<plaintext>", "<select><option>", "word",
    ]
    private static let roles: [ElementRole?] = [
        .emphasis, .strong, .link, .lineBreak, .heading, .block, .unorderedList, .orderedList, .item, .cell, .removed,
        .removedBlock, nil,
    ]
    private static let links = [
        "https://a.example/?b=\"&c='<d>", "/wiki", "javascript:alert(1)", "//user@a.example/", "\u{0}", "", "data:,x",
    ]

    @Test("over invented trees matches the output grammar, and is read as itself", arguments: 0..<8)
    func trees(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let policy = LinkPolicy(base: "https://source.example/") { _ in nil }
        for _ in 0..<500 {
            var builder = DescriptionBuilder(links: policy)
            for _ in 0..<Int.random(in: 1...60, using: &random) { Self.appendEvent(to: &builder, &random) }
            let description = builder.finish()
            let markup = MarkupWriter.markup(of: description).markup
            let line = MarkupWriter.inlineMarkup(of: description).markup
            #expect(OutputGrammar(markup).violation == nil, "\(markup)")
            #expect(OutputGrammar(line, isInline: true).violation == nil, "\(line)")
            guard !markup.contains("$2.99"), !markup.contains("#N/A") else { continue }
            #expect((Sanitizer().sanitize(markup)?.markup ?? "") == markup)
            #expect((Sanitizer().sanitizeInline(line)?.markup ?? "") == line)
        }
    }

    /// Appends a random start, end or text. Ends may have no start, and text may be no UTF-8.
    private static func appendEvent(to builder: inout DescriptionBuilder, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2:
            builder.start(roles.randomElement(using: &random) ?? nil, href: links.randomElement(using: &random))
        case 3...4: builder.end()
        default:
            var text = Array((pieces.randomElement(using: &random) ?? "").utf8)
            if Int.random(in: 0..<8, using: &random) == 0 { text.append(UInt8.random(in: 0...255, using: &random)) }
            text.withUnsafeBufferPointer { builder.append($0) }
        }
    }

    @Test("over seeded mutations of attacks matches the output grammar", arguments: 0..<8)
    func texts(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let payloads = try (SanitizerFixture.attackClasses + ["readable"]).flatMap { try SanitizerFixture.load($0) }
            .map { Array($0.payload.utf8.prefix(400)) }
        let sanitizer = Sanitizer(base: "https://source.example/a")
        for _ in 0..<250 {
            let bytes = Self.mutate(payloads, &random)
            #expect(OutputGrammar(sanitizer.sanitize(bytes: bytes)?.markup ?? "").violation == nil, "\(bytes)")
            expectSafeMarkup(String(decoding: bytes, as: UTF8.self), sanitizer, isStable: false)
        }
    }

    private static func mutate(_ payloads: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = payloads.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let index = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.insert(contentsOf: pieces.randomElement(using: &random)?.utf8 ?? "".utf8, at: index)
            case 1: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...8, using: &random)))
            case 2: bytes.insert(contentsOf: payloads.randomElement(using: &random) ?? [], at: index)
            case 3: if index < bytes.count { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            default: bytes.insert(contentsOf: bytes.suffix(from: index), at: index)
            }
        }
        return Array(bytes.prefix(4000))
    }
}

/// Floods with a cost that must grow linearly: with quadratic cost a test would not end.
@Suite("Floods of markup")
struct FloodTests {
    private static let pieces = [
        "<", "&", ">", "<b>", "<div>", "<p>", "<b><i>", "<b><p>", "<p>x", "x<br>", "<ul><li>", "<li>x", "<ul>",
        "<table><tr><td>", "<svg>", "<svg><p>", "<object>", "<textarea>", "<!--", "<!-- -->", "<!", "<?", "<x ",
        "<x a=\"", "<x a=\"<y b='", "</", "</x ", "<script>", "<xmp><", "<form>", "<template>", "<select><option>",
        "<h1>x", "<a href=https://a.example/>x", "<b>x</b>y", "<b>x<i>y</b>z</i>", "&zwnj;", "&#65;", "&amp;",
        "\u{FEFF}", "\u{301}", "\u{0}", " ", "\r\n", "&nbsp;", "Word.\n\n", "32 PGS. ", "$1.99", "\"'",
        "<p>32 PGS./MARVEL PSR…$2.99", "<i><ul><li>x", "<br>Rated A", "<b>Rated</b> A $3.99. ",
    ]

    @Test("match the output grammar", arguments: pieces)
    func flood(_ piece: String) {
        expectSafeMarkup(String(repeating: piece, count: 40_000 / piece.utf8.count), isStable: false)
    }

    @Test("of elements end the description at a depth of 512, and of attributes before the hundredth")
    func bounds() {
        let deep = String(repeating: "<div>a ", count: 400) + String(repeating: "<b>", count: 100_000)
        #expect(
            Sanitizer().sanitize(deep + String(repeating: "</i>", count: 100_000))?.markup.hasPrefix("<p>a</p>") == true
        )
        let many = { (count: Int) in (0..<count).map { "a\($0)='>'" }.joined(separator: " ") }
        let link = "href=https://a.example/>x</a>"
        #expect(Sanitizer().sanitize("a<a \(many(99)) \(link)")?.markup.contains("https://a.example/") == true)
        #expect(Sanitizer().sanitize("a<a \(many(8000)) \(link)")?.markup == "<p>a</p>")
        #expect(Sanitizer().sanitize("<!-- ' -->a<a b=\"<!--\" \(many(8000)) \(link)")?.markup == "<p>a</p>")
    }

    private static let growing = [
        ("", "<p>x</p>\n"), ("", "<p> </p>"), ("<table>", "<tr>\n<td>x</td>\n</tr>\n"), ("", "<em> </em>"),
        ("", "<x"), ("", "<y\" b=\""), ("<svg>", "<a "), ("<svg>", "<y\" b=\""), ("", "<a b=<a"), ("<a b=\"", "<a "),
        ("", "1PGS<br>"), ("", "Rated A ...$3.99<br>"), ("<ul><li>", "<p>é"), ("&", "amp;"), ("", "<svg><desc>x"),
        ("", "<object>x"), ("", "<b x y "), ("", "<a href=/x>x<p>"), ("", "<i>a<b>b</i>c</b>"),
    ]

    @Test("cost about sixteen times as much if sixteen times as long", arguments: growing)
    func growth(_ start: String, _ piece: String) {
        let flood = { (bytes: Int) in start + String(repeating: piece, count: bytes / piece.utf8.count) }
        #expect(Complexity.isSubquadratic(from: 1 << 13, of: flood) { _ = Sanitizer().sanitize($0) })
    }

    @Test("of blocks in one long link stay within the limit")
    func blocksInLink() {
        let address = "https://a.example/" + String(repeating: "\"", count: 600)
        expectSafeMarkup("<a href='\(address)'>" + String(repeating: "<p>x", count: 5000), isStable: false)
    }
}
