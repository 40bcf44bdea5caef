import Basics
import Testing

@Suite struct PercentEncodingTests {
    @Test(
        "what is encoded decodes to itself", arguments: ["", "a b", "ä€😀", "a/b\\c", "%2F", "a&b=c+d", "\0\n", "~-._"])
    func roundTrip(text: String) {
        #expect(PercentEncoding.decode(PercentEncoding.encode(text).utf8) == text)
        #expect(PercentEncoding.decodeLeniently(PercentEncoding.encode(text).utf8) == text)
    }

    @Test("only unreserved characters are unchanged")
    func encoding() {
        #expect(PercentEncoding.encode("AZaz09-._~") == "AZaz09-._~")
        #expect(PercentEncoding.encode("/?#&=+ \"<é") == "%2F%3F%23%26%3D%2B%20%22%3C%C3%A9")
    }

    @Test(
        "a malformed encoding is rejected in a path",
        arguments: ["%", "%2", "a%", "%zz", "%+5", "%2%46", "% 20", "%u0041"])
    func malformed(text: String) { #expect(PercentEncoding.decode(text.utf8) == nil) }

    @Test(
        "bytes that are not UTF-8 are rejected in a path",
        arguments: ["%ff", "%c0%af", "%e0%80%af", "%ed%a0%80", "%f4%90%80%80", "%c3", "%80"])
    func invalidUTF8(text: String) { #expect(PercentEncoding.decode(text.utf8) == nil) }

    @Test("a plus is a space in forms only")
    func plus() {
        #expect(PercentEncoding.decode("a+b".utf8) == "a+b")
        #expect(PercentEncoding.decodeLeniently("a+b%2B".utf8) == "a b+")
    }
}
