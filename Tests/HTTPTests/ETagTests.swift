import Testing

@testable import HTTP

@Suite struct ETagTests {
    @Test("a tag is parsed and serialized without change", arguments: ["\"a\"", "W/\"a\"", "\"\"", "\"a,b\"", "\"ä\""])
    func roundTrip(field: String) { #expect(ETag(field: field)?.text == field) }

    @Test(
        "what is no tag is refused", arguments: ["", "a", "\"a", "a\"", "w/\"a\"", "\"a\" ", "\"a\"b", "\"a b\"", "*"])
    func malformed(field: String) { #expect(ETag(field: field) == nil) }

    @Test("a list with blanks and empty elements is parsed")
    func list() {
        #expect(ETag.list(" \"a\" ,, W/\"b\",\"c,d\"")?.map(\.text) == ["\"a\"", "W/\"b\"", "\"c,d\""])
        #expect(ETag.list("\"a\", b") == nil)
        #expect(ETag.list("\"a\"\"b\"") == nil)
    }

    @Test("only strong tags match strongly")
    func matching() throws {
        let strong = try #require(ETag("a"))
        let weak = try #require(ETag("a", isWeak: true))
        #expect(strong.weaklyMatches(weak) && weak.weaklyMatches(weak))
        #expect(strong.stronglyMatches(strong))
        #expect(!strong.stronglyMatches(weak) && !weak.stronglyMatches(weak))
    }

    @Test("other content has another tag")
    func hash() {
        #expect(ETag(hashOf: []).text == "\"cbf29ce484222325\"")
        #expect(ETag(hashOf: Array("a".utf8)).text == "\"af63dc4c8601ec8c\"")
        #expect(ETag(hashOf: Array("foobar".utf8)).text == "\"85944171f73967e8\"")
    }

    @Test("a tag that would break its quotes is rejected")
    func unquotable() {
        #expect(ETag("a\"b") == nil)
        #expect(ETag("a\nb") == nil)
    }
}
