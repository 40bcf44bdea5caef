import HTML
import Testing

@Suite("Descriptions as plain text")
struct SanitizerPlainTextTests {
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
            #expect(text.count <= limit)
            let shown = character == "&amp;" ? "&" : character
            #expect(text == String(repeating: shown, count: limit - 1) + "…")
        }
    }

    @Test(
        "are truncated even if combining marks make one character of them",
        arguments: ["\u{301}", "e\u{301}\u{302}\u{303}\u{304}"])
    func endlessCharacter(_ piece: String) throws {
        let text = try #require(sanitizer.plainText("e" + String(repeating: piece, count: 2000), limit: 50))
        #expect(text.unicodeScalars.count <= 201 && text.unicodeScalars.first == "e" && text.hasSuffix("…"))
    }
}
