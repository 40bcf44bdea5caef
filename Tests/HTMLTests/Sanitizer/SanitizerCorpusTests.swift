import HTML
import Testing

@Suite("Attacks on the sanitizer")
struct SanitizerCorpusTests {
    @Test(
        "of each class match the output grammar, with their visible text",
        arguments: SanitizerFixture.attackClasses)
    func attacks(_ name: String) throws {
        let sanitizer = Sanitizer()
        let fixtures = try SanitizerFixture.load(name)
        #expect(!fixtures.isEmpty)
        for fixture in fixtures {
            let output = sanitizer.sanitize(fixture.payload)?.markup ?? ""
            let grammar = OutputGrammar(output)
            #expect(grammar.violation == nil, "\(fixture.id): \(output)")
            if let text = fixture.text { #expect(grammar.visibleText == text, "\(fixture.id): \(output)") }
        }
    }

    @Test("are unchanged when sanitized twice", arguments: SanitizerFixture.attackClasses)
    func idempotence(_ name: String) throws {
        let sanitizer = Sanitizer(base: "https://source.example/wiki/Page")
        for fixture in try SanitizerFixture.load(name) {
            let once = sanitizer.sanitize(fixture.payload)?.markup ?? ""
            #expect((sanitizer.sanitize(once)?.markup ?? "") == once, "\(fixture.id)")
        }
    }

    @Test("are only text, emphasis and links in a line", arguments: SanitizerFixture.attackClasses)
    func inlineAttacks(_ name: String) throws {
        let sanitizer = Sanitizer()
        for fixture in try SanitizerFixture.load(name) {
            let once = sanitizer.sanitizeInline(fixture.payload)?.markup ?? ""
            #expect(OutputGrammar(once, isInline: true).violation == nil, "\(fixture.id): \(once)")
            #expect((sanitizer.sanitizeInline(once)?.markup ?? "") == once, "\(fixture.id)")
        }
    }

    @Test("are at least four hundred")
    func corpusSize() throws {
        let ids = try SanitizerFixture.attackClasses.flatMap { try SanitizerFixture.load($0).map(\.id) }
        #expect(ids.count >= 400)
        #expect(Set(ids).count == ids.count)
    }

    @Test(
        "would be noticed by the grammar",
        arguments: [
            "text", "<p>", "<p></p>", "<p>a</p", "<p>a<p>b</p></p>", "<p>a<ul><li>b</li></ul></p>", "<li>a</li>",
            "<ul>a</ul>", "<ul><p>a</p></ul>", "<p><script>a</script></p>", "<p onclick=\"a\">a</p>", "<P>a</P>",
            "<p >a</p>",
            "<p><a href=\"javascript:a\" rel=\"noopener nofollow ugc\">a</a></p>",
            "<p><a href=\"/a\" rel=\"noopener nofollow ugc\">a</a></p>",
            "<p><a href=\"https://a.example/\">a</a></p>",
            "<p><a href='https://a.example/' rel=\"noopener nofollow ugc\">a</a></p>",
            "<p><a href=\"https://a@b.example/\" rel=\"noopener nofollow ugc\">a</a></p>",
            "<p><a href=\"https://a.example/&x\" rel=\"noopener nofollow ugc\">a</a></p>",
            "<p>&</p>", "<p>&nbsp;</p>", "<p><</p>", "<p>></p>", "<p>a\u{0}</p>", "<p>a\u{9D}</p>", "<p>a\u{202E}</p>",
            "<p>\u{FEFF}a</p>",
            "<p>\u{FFFD}\u{FFFD}</p>", "<p>a<!-- --></p>", "<p>a<br></p>", "<p><br>a</p>", "<p>a<br><br>b</p>",
            "<p>a<br/>b</p>",
            "<em>a</em>", "<p><em><em>a</em></em></p>", "<p><em>a</p></em>", "<div>a</div>", "<p>a</p></p>",
            String(repeating: "<ul><li>", count: 17) + "a" + String(repeating: "</li></ul>", count: 17),
        ])
    func violations(_ markup: String) {
        #expect(OutputGrammar(markup).violation != nil)
    }
}
