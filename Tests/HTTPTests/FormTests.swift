import Testing

@testable import HTTP

@Suite struct FormTests {
    @Test("names and values are decoded, plus is a space")
    func decoding() throws {
        let form = try #require(Form(urlEncoded: "q=iron+man%21&b%61ck=%2Fheroes%3Fpage%3D2".utf8))
        #expect(form["q"] == "iron man!")
        #expect(form["back"] == "/heroes?page=2")
        #expect(form["missing"] == nil)
    }

    @Test("a value may hold equals signs or be missing, empty fields do not count")
    func shapes() throws {
        let form = try #require(Form(urlEncoded: "&&a=b=c&d&=e&".utf8))
        #expect(form["a"] == "b=c")
        #expect(form["d"] == "")
        #expect(form[""] == "e")
    }

    @Test("the first of several values counts, and the repetition shows")
    func repetition() throws {
        let form = try #require(Form(urlEncoded: "a=1&b=2&a=3".utf8))
        #expect(form["a"] == "1")
        #expect(form.all("a") == ["1", "3"])
        #expect(form.hasRepeated("a"))
        #expect(!form.hasRepeated("b"))
        #expect(!form.hasRepeated("c"))
    }

    @Test("a hundred fields are a form, one more is none")
    func limit() {
        func fields(_ count: Int) -> String { Array(repeating: "a=1", count: count).joined(separator: "&") }
        #expect(Form(urlEncoded: fields(100).utf8)?.all("a").count == 100)
        #expect(Form(urlEncoded: fields(101).utf8) == nil)
        #expect(Form(urlEncoded: String(repeating: "&", count: 65536).utf8) != nil)
    }

    @Test("a malformed name or value spoils the form", arguments: ["a=%", "%=a", "a=1&b=%c0%80", "a=%2"])
    func malformed(text: String) { #expect(Form(urlEncoded: text.utf8) == nil) }
}
