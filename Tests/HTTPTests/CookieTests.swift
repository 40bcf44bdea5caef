import HTTPTypes
import Testing

@testable import HTTP

@Suite struct CookieTests {
    private func cookies(_ values: String...) -> Cookies {
        var fields = HTTPFields()
        for value in values { fields.append(HTTPField(name: .cookie, value: value)) }
        return Cookies(Request(target: "/", fields: fields))
    }

    @Test("cookie names are case-sensitive")
    func names() {
        let cookies = cookies("visitor=abc; theme=dark;Visitor=x")
        #expect(cookies["visitor"] == ["abc"])
        #expect(cookies["theme"] == ["dark"])
        #expect(cookies["Visitor"] == ["x"])
        #expect(cookies["other"] == [])
    }

    @Test("malformed cookies are ignored, the others are not")
    func tolerance() {
        let cookies = cookies("; ;=x;broken;a b=1; visitor=\"q=1\" ;\tt = v ;", "late=1")
        #expect(cookies["visitor"] == ["q=1"])
        #expect(cookies["t"] == ["v"])
        #expect(cookies["late"] == ["1"])
        #expect(cookies["broken"] == [])
        #expect(cookies["a b"] == [])
    }

    @Test("all values of a repeated cookie are returned, in order")
    func repetition() {
        #expect(cookies("a=2; b=3; a=1")["a"] == ["2", "1"])
        #expect(cookies("a=1", "a=1")["a"] == ["1", "1"])
    }

    @Test("a cookie is serialized with all its attributes")
    func writing() {
        let cookie = SetCookie(
            name: "__Host-visitor", value: "0f", path: "/", maxAge: 34_560_000, isHTTPOnly: true, isSecure: true,
            sameSite: .lax)
        #expect(
            cookie?.line
                == "__Host-visitor=0f; Path=/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax")
        let plain = SetCookie(name: "a", value: "", isHTTPOnly: false, isSecure: false, sameSite: .strict)
        #expect(plain?.line == "a=; Path=/; SameSite=Strict")
    }

    @Test(
        "an invalid value is rejected",
        arguments: ["a;b", "a\r\nSet-Cookie: b=c", "a b", "a,b", "a\"b", "a\\b", "é", "\u{7F}", "\0"])
    func badValue(value: String) { #expect(SetCookie(name: "a", value: value, isSecure: true) == nil) }

    @Test("an invalid name or path is rejected", arguments: ["", "a=b", "a b", "a;", "a\n", "é"])
    func badName(name: String) {
        #expect(SetCookie(name: name, value: "1", isSecure: true) == nil)
        #expect(SetCookie(name: "a", value: "1", path: name, isSecure: true) == nil)
    }
}
