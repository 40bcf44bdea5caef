import HTTPTypes
import Testing

@testable import HTTP

@Suite struct RequestTargetTests {
    @Test(
        "a path is decoded segment by segment",
        arguments: [
            ("/", [""]), ("/heroes", ["heroes"]), ("/heroes/", ["heroes", ""]), ("//", ["", ""]),
            ("/a//b", ["a", "", "b"]), ("/a%2fb/c", ["a/b", "c"]), ("/a%5Cb", ["a\\b"]), ("/a%00", ["a\0"]),
            ("/%2e%2e/x", ["..", "x"]), ("/..%2f..", ["../.."]), ("/a+b?c/d", ["a+b"]), ("/%C3%A9?%zz", ["é"]),
        ])
    func segments(target: String, expected: [String]) {
        #expect(Request(target: target).pathSegments == expected)
    }

    @Test("a malformed path has no segments", arguments: ["/%", "/a/%c0%af", "/%zz/b", "/a/%ff"])
    func malformed(target: String) { #expect(Request(target: target).pathSegments == nil) }

    @Test("the query is what follows the first question mark")
    func query() {
        #expect(Request(target: "/heroes?q=a?b&page=2").queryForm["q"] == "a?b")
        #expect(Request(target: "/heroes").queryForm == Form(urlEncoded: []))
        #expect(Request(target: "/heroes?q=%").queryForm["q"] == "%")
    }

    @Test(
        "a form is recognized by its content type",
        arguments: [
            ("application/x-www-form-urlencoded", true), ("Application/X-WWW-Form-URLencoded ; charset=utf-8", true),
            ("text/plain", false), ("application/x-www-form-urlencodedx", false), ("multipart/form-data", false),
        ])
    func contentType(type: String, isForm: Bool) {
        let request = Request(
            method: .post, target: "/", fields: [.contentType: type], body: Array("action=add".utf8))
        #expect(request.form?["action"] == (isForm ? "add" : nil))
    }

    @Test("a body without a content type is no form")
    func noForm() {
        #expect(Request(method: .post, target: "/", body: Array("a=b".utf8)).form == nil)
    }
}
