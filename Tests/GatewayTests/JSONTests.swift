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
        "different spellings are parsed to the same value",
        arguments: [
            (" [ 1 ,\r\n\t2 ] ", "[1,2]"), (#""\/\b\f""#, #""/\u0008\u000c""#), (#""\u00e9\uD83E\uDDB8""#, #""é🦸""#),
            (#""\ud800x""#, "\"\u{FFFD}x\""), (#""\udc00""#, "\"\u{FFFD}\""), (#""\ud800\u0041""#, "\"\u{FFFD}A\""),
            ("\u{FEFF}1", "1"),
        ])
    func spellings(text: String, expected: String) throws {
        #expect(try written(JSONParser.parse(Array(text.utf8))) == expected)
    }

    @Test(
        "invalid JSON is refused",
        arguments: [
            "", " ", "nul", "tru e", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "NaN", "Infinity", "'a'", "\"",
            "\"a",
            "\"\n\"", #""\x""#, #""\u12""#, #""\u+123""#, "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"",
            "{\"a\":",
            "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "1 2", "[]]", "\u{0}",
        ])
    func refused(text: String) { #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) } }

    @Test(
        "each invalid byte in UTF-8 is decoded as Windows-1252",
        arguments: [
            ([0xFF, 0x41], "ÿA"), ([0x93, 0x49, 0x74, 0x92, 0x73, 0x94], "“It’s”"),
            ([0x80, 0x9F, 0xA0, 0x85], "€Ÿ\u{A0}…"),
            ([0x81, 0x8D, 0x8F, 0x90, 0x9D], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0x63, 0x61, 0x66, 0xE9, 0x94], "café”"), ([0xC3, 0xC9], "ÃÉ"), ([0xC0, 0x80], "À€"),
            // UTF-8 with one damaged byte.
            (Array("né à ".utf8) + [0x92] + Array(" é’".utf8), "né à ’ é’"),
            // Windows-1252 text that looks like an incomplete UTF-8 character, also next to valid ones.
            (Array("Ram".utf8) + [0xE2, 0x92, 0x73], "Ramâ’s"), (Array("Nh".utf8) + [0xE2, 0x85, 0x20], "Nhâ… "),
            ([0x48, 0xF6, 0x66, 0x75, 0xF0, 0x92, 0x73], "Höfuð’s"),
            (Array(#"caf\u00e9 Jos"#.utf8) + [0xE9, 0x94], "café José”"),
            (Array("Araña caf".utf8) + [0xE9, 0x92, 0x73, 0x20, 0xE9], "Araña café’s é"),
            // Escapes are characters, not bytes.
            ([0xE9] + Array(#"\u0092\u00e9"#.utf8), "é\u{92}é"),
        ] as [([UInt8], String)])
    func repaired(bytes: [UInt8], expected: String) throws {
        #expect(try JSONParser.parse([0x22] + bytes + [0x22]) == .string(expected))
        #expect(try JSONParser.parse([0x22] + bytes + Array(#"\n"#.utf8) + [0x22]) == .string(expected + "\n"))
    }

    @Test(
        "valid UTF-8 is unchanged, even if it could be Windows-1252",
        arguments: ["Ã©", "é’", "â€™", "\u{92}", "🦸"])
    func unrepaired(text: String) throws {
        #expect(try JSONParser.parse([0x22] + Array(text.utf8) + [0x22]) == .string(text))
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
