import Foundation
import HTML
import Testing

/// A case of the corpus in `Tests/Fixtures/sanitizer`: a line of JSON.
struct SanitizerFixture: Decodable, CustomTestStringConvertible {
    let id: String
    let payload: String
    /// The expected visible text; nil if several are acceptable.
    let text: String?
    /// The exact output, in the readability corpus.
    let output: String?

    var testDescription: String { id }

    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/sanitizer")

    /// The file names of the corpus of attacks.
    static let attackClasses = [
        "comment", "dom-clobbering", "encoding", "event-handler", "link-attribute", "link-scheme", "lookalike",
        "mutation-foreign", "mutation-raw-text", "mutation-structure", "nesting", "script", "truncated",
    ]

    static func load(_ name: String) throws -> [SanitizerFixture] {
        let data = try Data(contentsOf: folder.appendingPathComponent(name + ".jsonl"))
        return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Self.self, from: $0) }
    }
}

/// Expects markup that matches the grammar and is read as itself, in blocks and in a line. Returns the blocks.
@discardableResult
func expectSafeMarkup(
    _ payload: String, _ sanitizer: Sanitizer = Sanitizer(), isStable: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
) -> OutputGrammar {
    let markup = sanitizer.sanitize(payload)?.markup ?? ""
    let line = sanitizer.sanitizeInline(payload)?.markup ?? ""
    let grammar = OutputGrammar(markup)
    #expect(grammar.violation == nil, "\(payload.prefix(400))", sourceLocation: sourceLocation)
    #expect(
        OutputGrammar(line, isInline: true).violation == nil, "\(payload.prefix(400))", sourceLocation: sourceLocation)
    if isStable {
        #expect((sanitizer.sanitize(markup)?.markup ?? "") == markup, sourceLocation: sourceLocation)
        #expect((sanitizer.sanitizeInline(line)?.markup ?? "") == line, sourceLocation: sourceLocation)
    }
    return grammar
}

@Suite("Attacks on the sanitizer")
struct AttackTests {
    @Test(
        "of each class match the output grammar, with their visible text, and are read as themselves",
        arguments: SanitizerFixture.attackClasses)
    func attacks(_ name: String) throws {
        for fixture in try SanitizerFixture.load(name) {
            let grammar = expectSafeMarkup(fixture.payload)
            if let text = fixture.text { #expect(grammar.visibleText == text, "\(fixture.id)") }
            expectSafeMarkup(fixture.payload, Sanitizer(base: "https://source.example/wiki/Page"))
        }
    }

    @Test("are at least four hundred")
    func corpusSize() throws {
        let ids = try SanitizerFixture.attackClasses.flatMap { try SanitizerFixture.load($0).map(\.id) }
        #expect(ids.count >= 400)
        #expect(Set(ids).count == ids.count)
    }
}

@Suite("Descriptions made readable")
struct ReadabilityTests {
    private static let fixtures = (try? SanitizerFixture.load("readable")) ?? []

    @Test("match the expected output", arguments: fixtures)
    func outputs(_ fixture: SanitizerFixture) {
        #expect((Sanitizer().sanitize(fixture.payload)?.markup ?? "") == fixture.output)
        expectSafeMarkup(fixture.payload)
    }

    @Test("are at least eighty")
    func corpus() { #expect(Self.fixtures.count > 80) }

    @Test("invalid UTF-8 is replaced")
    func invalidBytes() {
        let bytes: [UInt8] = Array("a".utf8) + [0xFF] + Array("<b>b</b>".utf8) + [0xE2, 0x80]
        #expect(Sanitizer().sanitize(bytes: bytes)?.markup == "<p>a\u{FFFD}<strong>b</strong>\u{FFFD}</p>")
    }

    @Test("input over the limit is cut between words, or between characters, and not inside markup")
    func cutInput() throws {
        let sanitizer = Sanitizer(limit: 1000)
        for pad in 0..<4 {
            let text = String(repeating: "x", count: 980 - pad) + String(repeating: "😀", count: 20)
            let markup = try #require(sanitizer.sanitize(text)?.markup)
            #expect(!markup.unicodeScalars.contains("\u{FFFD}"))
            #expect((970...1000).contains(markup.utf8.count))
        }
        for stump in ["</di", "<!-- a", "<unknown a=\"b", "&hell", "wo", "<em", "<a href=\"https://a"] {
            let text = String(repeating: "<i></i>", count: 20) + "text "
            let short = Sanitizer(limit: (text + stump).utf8.count)
            #expect(short.sanitize(text + stump + "iv>ip;\"> y")?.markup == "<p>text</p>", "\(stump)")
        }
    }

    @Test("the output stays within the limit, whatever escaping and tags add")
    func cutOutput() throws {
        let sanitizer = Sanitizer(limit: 1000)
        for piece in [
            "<", "&", "a & ", "<i>a</i>b", "<p>a", "<li>a", "<ul><li>a", "a<br>", "<a href=https://a.example/>a</a><p>",
            "&amp;\u{A0}",
        ] {
            let payload = "<ul>" + String(repeating: piece, count: 300)
            let markup = try #require(sanitizer.sanitize(payload)?.markup)
            #expect((100...1000).contains(markup.utf8.count), "\(piece)")
            expectSafeMarkup(payload, sanitizer)
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

@Suite("Descriptions as plain text")
struct PlainTextTests {
    private let sanitizer = Sanitizer()

    @Test("have no markup, and are one line")
    func plain() {
        #expect(
            sanitizer.plainText("<p>One <b>two</b></p>\r\n<ul><li>three<br>four</li><li>five</li></ul>", limit: 200)
                == "One two three four five")
        #expect(sanitizer.plainText("AT&amp;T &lt;3", limit: 200) == "AT&T <3")
        #expect(sanitizer.plainText("&nbsp;", limit: 200) == nil)
    }

    @Test(
        "are truncated at a word, with an ellipsis",
        arguments: [
            ("One two three", 13, "One two three"), ("One two three", 12, "One two…"), ("One two three", 9, "One two…"),
            ("One two three", 8, "One two…"),
            ("One two three", 7, "One…"), ("One, two", 5, "One…"), ("One — two", 6, "One…"),
            ("Unbreakable", 5, "Unbr…"), ("One", 3, "One"), ("Once", 1, "…"),
        ])
    func cut(_ text: String, _ limit: Int, _ expected: String) {
        #expect(sanitizer.plainText(text, limit: limit) == expected)
        #expect(expected.count <= limit)
    }

    @Test("are never truncated inside a character", arguments: ["👩‍🚀", "e\u{301}", "🇩🇪", "😀", "&amp;"])
    func characters(_ character: String) throws {
        for limit in 2..<8 {
            let text = try #require(sanitizer.plainText(String(repeating: character, count: 20), limit: limit))
            let shown = character == "&amp;" ? "&" : character
            #expect(text == String(repeating: shown, count: limit - 1) + "…")
        }
    }

    @Test(
        "are truncated even if combining marks make one character of them",
        arguments: ["\u{301}", "e\u{301}\u{302}\u{303}\u{304}"])
    func endlessCharacter(_ piece: String) throws {
        let text = try #require(sanitizer.plainText("e" + String(repeating: piece, count: 2000), limit: 50))
        #expect(text.unicodeScalars.count <= 201)
        #expect(text.unicodeScalars.first == "e")
        #expect(text.hasSuffix("…"))
    }
}
