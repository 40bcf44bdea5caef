import Basics
import Support
import Testing

@testable import Gateway

@Suite("JSON")
struct JSONTests {
    private func written(_ json: JSON) -> String {
        var bytes: [UInt8] = []
        json.write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "parsing and writing preserves the text",
        arguments: [
            "null", "true", "false", "0", "-0", "33.10", "1e5", "1E-7", "75960607905600110",
            "123456789012345678901234567890",
            #""""#, #""é🦸""#, #""\"\\\n\r\t\u0001\u001f""#, "[]", "{}", "[1,[2,{}],null]", #"{"b":1,"a":{"c":[]}}"#,
        ])
    func roundTrip(text: String) throws { #expect(try written(JSONParser.parse(Array(text.utf8))) == text) }

    @Test(
        "different spellings are parsed to the same value, also those of source code",
        arguments: [
            (" [ 1 ,\r\n\t2 ] ", "[1,2]"), (#""\/\b\f""#, #""/\u0008\u000c""#), (#""\u00e9\uD83E\uDDB8""#, #""é🦸""#),
            (#""\ud800x""#, "\"\u{FFFD}x\""), (#""\udc00""#, "\"\u{FFFD}\""), (#""\ud800\u0041""#, "\"\u{FFFD}A\""),
            ("[1,]", "[1]"), ("// a\n{a: 'b', /* c */}", #"{"a":"b"}"#),
        ])
    func spellings(text: String, expected: String) throws {
        #expect(try written(JSONParser.parse(Array(text.utf8))) == expected)
    }

    @Test(
        "invalid JSON is refused",
        arguments: [
            "", " ", "nul", "tru e", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "NaN", "Infinity", "\"", "\"a",
            "\"\n\"", #""\u12""#, #""\u+123""#, "[", "[1", "[1,", "[,1]", "[1,,2]", "[1 2]", "[1}", "{", "{\"a\"",
            "{\"a\":",
            "{\"a\" 1}", "{\"a\":}", "{1,2}", "1 2", "[]]", "\u{0}",
        ])
    func refused(text: String) { #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) } }

    @Test("invalid UTF-8 becomes U+FFFD")
    func invalidUTF8() throws {
        let bytes: [UInt8] = [0x22] + Array("né ".utf8) + [0xFF, 0x41, 0x22]
        #expect(try JSONParser.parse(bytes) == .string("né \u{FFFD}A"))
    }

    @Test(
        "the time to decode invalid UTF-8 is linear",
        arguments: [[0xFF], [0x80], [0x61, 0xE9], [0xC3, 0xA9, 0xE9, 0x20], [0xE2, 0x80]] as [[UInt8]])
    func linearTime(piece: [UInt8]) throws {
        let isBounded = try Complexity.isSubquadratic(from: 1 << 13) { size in
            [0x22] + Array(repeating: piece, count: size / piece.count).joined() + [0x22]
        } _: { text in
            _ = try JSONParser.parse(text)
        }
        #expect(isBounded)
    }

    @Test("nesting is limited")
    func nesting() throws {
        let deep = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
        #expect(throws: Never.self) { try JSONParser.parse(Array(deep.utf8)) }
        #expect(throws: JSONError.self) { try JSONParser.parse(Array(repeating: UInt8(ascii: "["), count: 1_000_000)) }
    }

    @Test("an error names its line")
    func line() {
        do {
            _ = try JSONParser.parse(Array("[1,\n2,\n!]".utf8))
            Issue.record("nothing was thrown")
        } catch { #expect(error.line == 3) }
    }
}
