import HTTPTypes
import Testing

@testable import HTTP

@Suite struct RequestTests {
    @Test(
        "a path is decoded segment by segment, and a malformed one has none",
        arguments: [
            ("/", [""]), ("/heroes", ["heroes"]), ("/heroes/", ["heroes", ""]), ("//", ["", ""]),
            ("/a//b", ["a", "", "b"]), ("/a%2fb/c", ["a/b", "c"]), ("/a%5Cb", ["a\\b"]), ("/a%00", ["a\0"]),
            ("/%2e%2e/x", ["..", "x"]), ("/..%2f..", ["../.."]), ("/a+b?c/d", ["a+b"]), ("/%C3%A9?%zz", ["é"]),
            ("/%", nil), ("/a/%c0%af", nil), ("/%zz/b", nil), ("/a/%ff", nil),
        ])
    func segments(target: String, expected: [String]?) { #expect(Request(target: target).pathSegments == expected) }

    @Test(
        "the query is what follows the first question mark",
        arguments: [("/heroes?q=a?b&page=2", "a?b"), ("/heroes", nil), ("/heroes?q=%", "%")])
    func query(target: String, value: String?) { #expect(Request(target: target).queryForm["q"] == value) }

    @Test(
        "a form is recognized by its content type",
        arguments: [
            ("application/x-www-form-urlencoded", true), ("Application/X-WWW-Form-URLencoded ; charset=utf-8", true),
            ("text/plain", false), ("application/x-www-form-urlencodedx", false), ("multipart/form-data", false),
            (nil, false),
        ])
    func contentType(type: String?, isForm: Bool) {
        var request = Request(method: .post, target: "/", body: Array("action=add".utf8))
        request.fields[.contentType] = type
        #expect(request.form?["action"] == (isForm ? "add" : nil))
    }
}

@Suite struct FormTests {
    @Test(
        "names and values are decoded as by browsers: plus is a space, an invalid encoding is literal",
        arguments: [
            ("a=iron+man%21&b=c", "iron man!"), ("%61=%2Fheroes%3Fpage%3D2", "/heroes?page=2"), ("b=c", nil),
            ("&&a=b=c&d&=e&", "b=c"), ("a", ""), ("a&a=b", ""), ("a=1&b=2&a=3", "1"), ("a=%", "%"),
            ("a=50%off", "50%off"), ("a=%zz", "%zz"), ("a=%2", "%2"), ("a=%%41", "%A"), ("a=%+1", "% 1"),
            ("a=caf%E9", "caf\u{FFFD}"), ("a=%c0%80", "\u{FFFD}\u{FFFD}"), ("%=b&a=c", "c"), ("a=%u0041", "%u0041"),
        ])
    func value(text: String, value: String?) { #expect(Form(urlEncoded: text.utf8)["a"] == value) }

    @Test("a repeated name is detected, and a field is found after any number of others")
    func repetition() {
        let form = Form(urlEncoded: (String(repeating: "a=1&", count: 5000) + "q=x").utf8)
        #expect(form["q"] == "x")
        #expect(form.hasMultiple("a"))
        #expect(!form.hasMultiple("q"))
        #expect(!form.hasMultiple("c"))
        #expect(Form(urlEncoded: String(repeating: "&", count: 65536).utf8) == Form(urlEncoded: []))
    }
}

@Suite struct CookieTests {
    @Test(
        "all values of a name are returned in order; names are case-sensitive, and malformed cookies are ignored",
        arguments: [
            (["visitor=abc; theme=dark;Visitor=x"], "visitor", ["abc"]), (["Visitor=x"], "visitor", []),
            (["a=2; b=3; a=1"], "a", ["2", "1"]), (["a=1", "a=1"], "a", ["1", "1"]),
            (["; ;=x;broken;a b=1; visitor=\"q=1\" ;\tt = v ;", "late=1"], "visitor", ["q=1"]),
            (["broken;\tt = v ;"], "t", ["v"]), (["broken; a"], "broken", []), (["a b=1"], "a b", []),
        ])
    func values(fields: [String], name: String, expected: [String]) {
        var request = Request(target: "/")
        request.fields[values: .cookie] = fields
        #expect(Cookies(request)[name] == expected)
    }

    @Test("a cookie is serialized with all its attributes")
    func writing() {
        let cookie = SetCookie(name: "__Host-visitor", value: "0f", maxAge: 34_560_000, isSecure: true)
        #expect(cookie?.line == "__Host-visitor=0f; Path=/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax")
        let plain = SetCookie(name: "a", value: "", maxAge: 0, isSecure: false)
        #expect(plain?.line == "a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
    }

    @Test(
        "an invalid name or value is rejected",
        arguments: [
            ("a", "a;b"), ("a", "a\r\nSet-Cookie: b=c"), ("a", "a b"), ("a", "a,b"), ("a", "a\"b"), ("a", "a\\b"),
            ("a", "é"), ("a", "\u{7F}"), ("a", "\0"), ("", "1"), ("a=b", "1"), ("a b", "1"), ("a;", "1"), ("a\n", "1"),
            ("é", "1"),
        ])
    func invalid(name: String, value: String) {
        #expect(SetCookie(name: name, value: value, maxAge: 1, isSecure: true) == nil)
    }
}

@Suite("Requests from this machine")
struct RequestPeerTests {
    private func isLocal(_ fields: [String: String], peer: String = "127.0.0.1", trusted: [String] = []) throws -> Bool
    {
        var request = Request(target: "/", peer: peer)
        for (name, value) in fields { request.fields[try #require(HTTPField.Name(name))] = value }
        return request.isLocal(or: trusted.compactMap { AddressRange($0) })
    }

    @Test(
        "a program on this machine with a loopback name or address is local",
        arguments: [
            "localhost", "localhost:8080", "LocalHost:8080", "127.0.0.1", "127.0.0.1:8080", "127.8.0.1:80", "[::1]",
            "[::1]:8080", "[::ffff:127.0.0.1]:8080", "0.0.0.0:8080", "[::]:8080",
        ])
    func loopback(_ host: String) throws {
        for (peer, expected) in [("127.0.0.1", true), ("::1", true), ("192.0.2.7", false)] {
            #expect(try isLocal(["Host": host], peer: peer) == expected)
        }
    }

    @Test(
        "a proxy that forwards Host, and a page that uses another name for this machine, are not local",
        arguments: [
            "", "heroes.example", "heroes.example:8080", "localhost.evil.example", "evil.localhost:8080",
            "127.0.0.1.evil.example", "127.0.0.1.", "192.0.2.7:8080", "[2001:db8::1]", "10.0.0.1", "localhosts", "1",
        ])
    func others(_ host: String) throws {
        #expect(try !isLocal(["Host": host]))
        #expect(try !isLocal([:]))
    }

    @Test(
        "a proxy that adds fields is not local, not even at a trusted address",
        arguments: ["X-Forwarded-For", "x-forwarded-proto", "X-Forwarded-Port", "X-Real-IP", "Forwarded", "Via"])
    func proxies(_ field: String) throws {
        #expect(try !isLocal(["Host": "localhost", field: ""], trusted: ["127.0.0.1"]))
    }

    @Test(
        "a trusted address may use any name",
        arguments: [
            ("10.0.0.5", "10.0.0.0/24", true), ("127.0.0.1", "127.0.0.1", true), ("10.0.1.5", "10.0.0.0/24", false),
        ])
    func trusted(peer: String, range: String, expected: Bool) throws {
        #expect(try isLocal(["Host": "heroes.example"], peer: peer, trusted: [range]) == expected)
    }
}

@Suite struct ProblemTests {
    @Test(
        "a problem is JSON with status, title and detail",
        arguments: [
            ("Try\n<another>", #"{"type":"about:blank","title":"No \"hero\"","status":404,"detail":"Try\n<another>"}"#),
            (nil, #"{"type":"about:blank","title":"No \"hero\"","status":404}"#),
        ])
    func problem(detail: String?, json: String) throws {
        let response = Problem(status: .notFound, title: "No \"hero\"", detail: detail).response
        #expect(response.status == .notFound)
        #expect(response.fields == [.contentType: "application/problem+json", .cacheControl: "no-store"])
        #expect(try String(decoding: content(response), as: UTF8.self) == json)
    }
}
