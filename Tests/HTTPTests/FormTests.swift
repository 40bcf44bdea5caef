import Testing

@testable import HTTP

@Suite struct FormTests {
    @Test("names and values are decoded, plus is a space")
    func decoding() {
        let form = Form(urlEncoded: "q=iron+man%21&b%61ck=%2Fheroes%3Fpage%3D2".utf8)
        #expect(form["q"] == "iron man!")
        #expect(form["back"] == "/heroes?page=2")
        #expect(form["missing"] == nil)
    }

    @Test("a value may contain equals signs or be missing, empty fields are ignored")
    func shapes() {
        let form = Form(urlEncoded: "&&a=b=c&d&=e&".utf8)
        #expect(form["a"] == "b=c")
        #expect(form["d"] == "")
        #expect(form[""] == "e")
    }

    @Test("the first of several values is returned, and the repetition is detected")
    func repetition() {
        let form = Form(urlEncoded: "a=1&b=2&a=3".utf8)
        #expect(form["a"] == "1")
        #expect(form.all("a") == ["1", "3"])
        #expect(form.hasMultiple("a"))
        #expect(!form.hasMultiple("b"))
        #expect(!form.hasMultiple("c"))
    }

    @Test("a field is found after any number of others")
    func many() {
        let others = String(repeating: "a=1&", count: 5000)
        #expect(Form(urlEncoded: (others + "q=x").utf8)["q"] == "x")
        #expect(Form(urlEncoded: String(repeating: "&", count: 65536).utf8) == Form(urlEncoded: []))
    }

    @Test(
        "an invalid encoding is literal text, and bytes that are not UTF-8 are U+FFFD",
        arguments: [
            ("a=%", "%"), ("a=50%off", "50%off"), ("a=%zz", "%zz"), ("a=%2", "%2"), ("a=%%41", "%A"), ("a=%+1", "% 1"),
            ("a=caf%E9", "caf\u{FFFD}"), ("a=%c0%80", "\u{FFFD}\u{FFFD}"), ("%=b&a=c", "c"), ("a=%u0041", "%u0041"),
        ])
    func lenient(text: String, value: String) { #expect(Form(urlEncoded: text.utf8)["a"] == value) }
}
