import HTML
import Testing

@Suite("Descriptions made readable")
struct SanitizerReadabilityTests {
    private static let fixtures = (try? SanitizerFixture.load("readable")) ?? []

    @Test("match the expected output", arguments: fixtures)
    func outputs(_ fixture: SanitizerFixture) {
        let output = Sanitizer().sanitize(fixture.payload)?.markup ?? ""
        #expect(output == fixture.output)
        #expect(OutputGrammar(output).violation == nil)
        #expect((Sanitizer().sanitize(output)?.markup ?? "") == output)
    }

    @Test("are at least eighty")
    func corpus() { #expect(Self.fixtures.count > 80) }

    @Test("invalid UTF-8 is repaired")
    func invalidBytes() {
        let bytes: [UInt8] =
            Array("a".utf8) + [0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80] + Array("<b>b</b>".utf8) + [0xE2, 0x80]
        #expect(Sanitizer().sanitize(bytes: bytes)?.markup == "<p>a\u{FFFD}<strong>b</strong>\u{FFFD}</p>")
    }

    @Test("a rule at the maximum depth separates the text around it, and closes nothing")
    func deepRule() throws {
        let nested = String(repeating: "<ul><li>", count: 32) + "a<hr>b" + String(repeating: "</li></ul>", count: 32)
        let markup = try #require(Sanitizer().sanitize(nested)?.markup)
        #expect(markup.contains("<li>a<br>b</li>"))
        #expect(Sanitizer().sanitize(markup)?.markup == markup)
    }

    @Test("input over the limit is cut between characters")
    func cutInput() throws {
        let sanitizer = Sanitizer(limit: 1000)
        for pad in 0..<4 {
            let text = String(repeating: "x", count: 980 - pad) + String(repeating: "😀", count: 20)
            let markup = try #require(sanitizer.sanitize(text)?.markup)
            #expect(!markup.unicodeScalars.contains("\u{FFFD}"))
            #expect((980...1000).contains(markup.utf8.count))
            #expect(sanitizer.sanitize(markup)?.markup == markup)
        }
    }

    @Test(
        "input over the limit is not cut inside markup",
        arguments: [
            "</di", "<", "</", "<!", "<!-- a", "<unknow", "<unknown a=\"b", "&", "&hell", "&#82", "<em",
            "<a href=\"https://a",
        ])
    func cutMarkup(_ stump: String) {
        let text = Self.unseen + "text"
        let sanitizer = Sanitizer(limit: (text + stump).utf8.count)
        #expect(sanitizer.sanitize(text + stump + "iv>ip;\"> y")?.markup == "<p>text</p>")
    }

    @Test(
        "input over the limit keeps punctuation at its end",
        arguments: ["a < b", "a & b", "<b>a</b> > b", "1 <2", "a >"])
    func cutSigns(_ text: String) {
        let sanitizer = Sanitizer(limit: (Self.unseen + text).utf8.count)
        #expect(sanitizer.sanitize(Self.unseen + text + "</p>")?.markup == Sanitizer().sanitize(text)?.markup)
    }

    /// Input without output, since the limit applies to both.
    private static let unseen = "<!-- " + String(repeating: "-", count: 200) + ">"

    @Test("the output stays within the limit, whatever escaping adds")
    func cutOutput() throws {
        let sanitizer = Sanitizer(limit: 1000)
        for piece in [
            "<", "&", "a & ", "<i>a</i>b", "<p>a", "<li>a", "<ul><li>a", "a<br>", "<a href=https://a.example/>a</a><p>",
            "&amp;\u{A0}",
        ] {
            let markup = try #require(sanitizer.sanitize("<ul>" + String(repeating: piece, count: 300))?.markup)
            #expect((200...1000).contains(markup.utf8.count), "\(piece)")
            #expect(OutputGrammar(markup).violation == nil, "\(piece)")
            #expect(sanitizer.sanitize(markup)?.markup == markup, "\(piece)")
        }
    }

    @Test("a line keeps only text, emphasis and links")
    func inline() {
        let attribution = "<a href=\"http://marvel.com\">Data provided by Marvel. © 2026 MARVEL</a>"
        #expect(
            Sanitizer().sanitizeInline(attribution)?.markup
                == "<a href=\"http://marvel.com\" rel=\"noopener nofollow ugc\">Data provided by Marvel. © 2026 MARVEL</a>"
        )
        #expect(
            Sanitizer().sanitizeInline("<p>One<br>two</p><ul><li><b>three</b></li></ul>")?.markup
                == "One two <strong>three</strong>")
        #expect(Sanitizer().sanitizeInline("<p> </p>") == nil)
    }
}
