@testable import heroes
import Testing

@Suite("JSON lines of descriptions")
struct SanitizeLinesTests {
    private func answer(_ line: String) -> String {
        String(decoding: JSONLinesSanitizer().output(for: Array(line.utf8)), as: UTF8.self)
    }

    @Test(
        "are answered with their id",
        arguments: [
            ("{\"id\":1,\"payload\":\"a\"}", "{\"id\":1,\"output\":\"<p>a</p>\"}"),
            ("{\"id\":-1.50e+3,\"payload\":\"a\"}", "{\"id\":-1500,\"output\":\"<p>a</p>\"}"),
            (
                "{\"id\":75960607905600110999,\"payload\":\"a\"}",
                "{\"id\":75960607905600110999,\"output\":\"<p>a</p>\"}"
            ),
            ("{\"id\":\"\\u00e9\\\"x\",\"payload\":\"a\"}", "{\"id\":\"é\\\"x\",\"output\":\"<p>a</p>\"}"),
            (
                " { \"payload\" : \"a\" , \"other\" : [1,{\"b\":[true,false,null,{}]},[]] , \"id\" : \"x\" } \r",
                "{\"id\":\"x\",\"output\":\"<p>a</p>\"}"
            ),
            ("{\"id\":1,\"payload\":\"\"}", "{\"id\":1,\"output\":\"\"}"),
            ("\u{FEFF}{\"id\":1,\"payload\":\"a\"}", "{\"id\":1,\"output\":\"<p>a</p>\"}"),
            (
                "{\"id\":1,\"payload\":\"\\ud83d\\ude00 \\\"q\\\" \\\\ \\/ \\u003cb>x\\u003c/b>\\n\\n\\b\\f\\ty\"}",
                "{\"id\":1,\"output\":\"<p>😀 \\\"q\\\" \\\\ / <strong>x</strong></p><p>y</p>\"}"
            ),
            (
                "{\"id\":1,\"payload\":\"a\\ud800b\\udc00\\ud800\\u0041\"}",
                "{\"id\":1,\"output\":\"<p>a\u{FFFD}b\u{FFFD}\u{FFFD}A</p>\"}"
            ),
            (
                "{\"id\":1,\"payload\":\"<a href='https://a.example/'>x</a>\"}",
                "{\"id\":1,\"output\":\"<p><a href=\\\"https://a.example/\\\" rel=\\\"noopener nofollow ugc\\\">x</a></p>\"}"
            ),
        ])
    func answers(_ line: String, _ expected: String) { #expect(answer(line) == expected) }

    @Test(
        "that are malformed are answered with an error",
        arguments: [
            "", " ", "\u{FEFF}", "\u{FEFF}\u{FEFF}{\"id\":1,\"payload\":\"a\"}", " \u{FEFF}{}", "x", "[]", "1", "\"a\"",
            "null", "{", "{}", "{\"id\":1}", "{\"payload\":\"a\"}",
            "{\"id\":null,\"payload\":\"a\"}", "{\"id\":[1],\"payload\":\"a\"}",
            "{\"id\":1,\"payload\":1}", "{\"id\":1,\"payload\":null}", "{\"id\":1,\"payload\":\"a}",
            "{\"id\":1,\"payload\":\"a\"} x", "{\"id\":1,\"payload\":\"a\"}}",
            "{\"id\":01,\"payload\":\"a\"}", "{\"id\":+1,\"payload\":\"a\"}", "{\"id\":1.,\"payload\":\"a\"}",
            "{\"id\":1e,\"payload\":\"a\"}", "{\"id\":-,\"payload\":\"a\"}",
            "{\"id\":1,\"payload\":\"\\x\"}", "{\"id\":1,\"payload\":\"\\u12\"}", "{\"id\":1,\"payload\":\"\\u+123\"}",
            "{\"id\":1,\"payload\":\"\u{1}\"}", "{\"id\":1,,\"payload\":\"a\"}",
            "{'id':1,'payload':'a'}", "{\"id\" 1,\"payload\":\"a\"}",
            "{\"id\":1,\"payload\":\"a\",\"x\":[}",
            "{\"id\":1,\"payload\":\"a\",\"x\":{1:2}}",
            "{\"id\":1,\"payload\":\"a\",\"x\":tru}",
            "{\"id\":1,\"payload\":\"a\",\"x\":" + String(repeating: "[", count: 100_000),
        ])
    func errors(_ line: String) {
        let answer = answer(line)
        #expect(answer.hasPrefix("{\"error\":\"") || answer.hasPrefix("{\"id\":1,\"error\":\""))
        #expect(answer.hasSuffix("\"}") && !answer.contains("\n"))
    }

    @Test("with invalid UTF-8 are answered in valid UTF-8")
    func invalidBytes() {
        let line = Array("{\"id\":\"".utf8) + [0xFF] + Array("\",\"payload\":\"a".utf8) + [0xC3] + Array("\"}".utf8)
        #expect(
            String(validating: JSONLinesSanitizer().output(for: line), as: UTF8.self)
                == "{\"id\":\"\u{FFFD}\",\"output\":\"<p>a\u{FFFD}</p>\"}")
    }
}
