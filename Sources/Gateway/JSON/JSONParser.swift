import Basics

struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    let line: Int
    let reason: String

    var description: String { "line \(line): \(reason)" }
}

/// A parser of JSON (RFC 8259), with nesting up to `depthLimit`, and of objects in source code: with comments, names
/// without quotes, commas at the end, other quotes and every escape, as in JSON5.
///
/// It goes on after an error. The innermost object and those around it get a member with the reason, named
/// `JSON.syntaxErrorKey`; other objects are not affected.
struct JSONParser {
    static let depthLimit = 128

    let bytes: [UInt8]
    var position = 0
    /// The end of the file, or of the line in a file with a value per line.
    var end: Int
    /// The first error since this was last set to nil.
    var error: (position: Int, reason: String)?
    private var depth = 0

    init(_ bytes: [UInt8]) { (self.bytes, end) = (bytes, bytes.count) }

    /// Parses the bytes as one value; throws the first error.
    static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSON {
        var parser = JSONParser(bytes)
        let value = parser.value()
        parser.skipBlanks()
        if !parser.isAtEnd { parser.note("there is more text after the value") }
        guard let error = parser.error else { return value }
        throw JSONError(line: bytes[..<error.position].count { $0 == 0x0A } + 1, reason: error.reason)
    }

    var isAtEnd: Bool { position >= end }

    /// The byte at the position; 0 at the end.
    var current: UInt8 { position < end ? bytes[position] : 0 }

    /// The reason of an error at the end.
    var truncated: String { end < bytes.count ? "it is truncated" : "the file ends in the middle of it" }

    /// Records an error unless there is an earlier one.
    private mutating func note(_ reason: String) { error = error ?? (position, isAtEnd ? truncated : reason) }

    func starts(with text: StaticString) -> Bool {
        bytes[position..<end].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Skips white space and comments.
    mutating func skipBlanks() {
        while true {
            switch current {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            case UInt8(ascii: "/") where skipComment(): break
            default: return
            }
        }
    }

    /// Skips a comment; returns false if there is none.
    mutating func skipComment() -> Bool {
        if starts(with: "//") {
            position = bytes[position..<end].firstIndex(of: 0x0A) ?? end
        } else if starts(with: "/*") {
            position += 2
            while !isAtEnd, !starts(with: "*/") { position += 1 }
            position = min(position + 2, end)
        } else {
            return false
        }
        return true
    }

    /// Parses a value; null with an error if there is none.
    mutating func value() -> JSON {
        skipBlanks()
        switch current {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < Self.depthLimit else {
                note("nested deeper than \(Self.depthLimit)")
                skipContainer()
                return .null
            }
            return current == UInt8(ascii: "{") ? object() : array()
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return .string(string())
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
            note("a value is missing")
            return .null
        default: return word()
        }
    }

    private mutating func object() -> JSON {
        let outer = error
        error = nil
        var members: [JSON.Member] = []
        parseItems(until: UInt8(ascii: "}")) { parser in
            let name = parser.name()
            parser.skipBlanks()
            if parser.current == UInt8(ascii: ":") { parser.position += 1 } else { parser.note("a colon is missing") }
            members.append(JSON.Member(name, parser.value()))
        }
        if let reason = error?.reason { members.append(JSON.Member(JSON.syntaxErrorKey, .string(reason))) }
        error = outer ?? error
        return .object(members)
    }

    private mutating func array() -> JSON {
        var elements: [JSON] = []
        parseItems(until: UInt8(ascii: "]")) { elements.append($0.value()) }
        return .array(elements)
    }

    /// Parses the items of a container up to its closing bracket; each call of `item` skips a byte or more.
    private mutating func parseItems(until bracket: UInt8, _ item: (inout JSONParser) -> Void) {
        position += 1
        depth += 1
        defer { depth -= 1 }
        var needsComma = false
        while true {
            skipBlanks()
            if isAtEnd { return note("") }
            switch current {
            case bracket:
                position += 1
                return
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                note("mismatched brackets")
                if depth > 1 { return }
                position += 1
            case UInt8(ascii: ","):
                if !needsComma { note("a value is missing") }
                needsComma = false
                position += 1
            default:
                if needsComma { note("a comma or a closing bracket is missing") }
                item(&self)
                needsComma = true
            }
        }
    }

    private mutating func skipContainer() {
        var open = 0
        repeat {
            switch current {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
            default: break
            }
            position += 1
        } while open > 0 && !isAtEnd
    }

    private mutating func name() -> String {
        switch current {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return string()
        case UInt8(ascii: "{"), UInt8(ascii: "["): return ""
        default:
            let name = token()
            if name.isEmpty { position += 1 }
            return String(decoding: name, as: UTF8.self)
        }
    }
}

extension JSONParser {
    /// Returns the bytes of a number or identifier.
    mutating func token() -> ArraySlice<UInt8> {
        let start = position
        while Self.isWord(current) { position += 1 }
        return bytes[start..<position]
    }

    static func isWord(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || "_$-+.".utf8.contains(byte) }

    private mutating func word() -> JSON {
        let word = token()
        if word.isEmpty { position = min(position + 1, end) }
        let spelling = String(decoding: word, as: UTF8.self)
        switch spelling {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default:
            if Self.isNumber(spelling) { return .number(spelling) }
            note(word.isEmpty ? "a value is missing" : "an unknown word")
            return .null
        }
    }

    /// Returns true for a number by the grammar of RFC 8259 section 6: of those that Swift parses, one with digits on
    /// both sides of a point, and without a zero before another digit or an x.
    private static func isNumber(_ word: String) -> Bool {
        let digits = word.utf8.drop { $0 == UInt8(ascii: "-") }
        guard let first = digits.first, first.isDigit, Double(word) != nil else { return false }
        if first == UInt8(ascii: "0"), let next = digits.dropFirst().first, !".eE".utf8.contains(next) { return false }
        return zip(digits, digits.dropFirst() + [0]).allSatisfy { $0 != UInt8(ascii: ".") || $1.isDigit }
    }
}

extension JSONParser {
    /// Parses a string; only one in backticks may have several lines. Invalid UTF-8 and lone surrogates become U+FFFD:
    /// recordings contain both.
    mutating func string() -> String {
        let quote = current
        position += 1
        var text: [UInt8] = []
        while let special = bytes[position..<end].firstIndex(where: { $0 == quote || $0 == 0x5C || $0 == 0x0A }) {
            text += bytes[position..<special]
            position = special
            switch bytes[special] {
            case 0x0A where quote != UInt8(ascii: "`"):
                note("a string is not terminated")
                return String(decoding: text, as: UTF8.self)
            case 0x5C:
                position += 1
                escape(into: &text)
            case quote:
                position += 1
                return String(decoding: text, as: UTF8.self)
            default:
                text.append(bytes[special])
                position += 1
            }
        }
        position = end
        note("a string is not terminated")
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes an escape of JSON or ECMAScript (ECMA-262, section 12.9.4); an unknown one is its character, and one of
    /// a line break is nothing.
    private mutating func escape(into text: inout [UInt8]) {
        let letter = current
        position = min(position + 1, end)
        switch letter {
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "v"): text.append(0x0B)
        case UInt8(ascii: "u"): text += unicodeEscape().utf8
        case UInt8(ascii: "x"): text += String(Unicode.Scalar(UInt8(hexadecimal(2) ?? 0x78))).utf8
        case 0x0D where current == 0x0A: position += 1
        case 0x0A, 0x0D: break
        default: text.append(letter)
        }
    }

    /// Decodes escapes such as `\u{1F600}`, or those of UTF-16 code units such as `\ud83d\ude00`, after the first u.
    private mutating func unicodeEscape() -> String {
        if current == UInt8(ascii: "{") {
            let digits = bytes[(position + 1)..<end].prefix { $0.hexValue != nil }
            position = min(digits.endIndex + 1, end)
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
            return number.flatMap(Unicode.Scalar.init).map { String($0) } ?? "\u{FFFD}"
        }
        var units: [UInt16] = []
        while let unit = hexadecimal(4) {
            units.append(UInt16(unit))
            guard starts(with: "\\u"), !starts(with: "\\u{") else { break }
            position += 2
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Reads this many hexadecimal digits; nil with an error if there are fewer.
    private mutating func hexadecimal(_ count: Int) -> Int? {
        let digits = bytes[position..<end].prefix(count).compactMap(\.hexValue)
        guard digits.count == count else {
            note("\(count) hexadecimal digits are missing")
            return nil
        }
        position += count
        return digits.reduce(0) { $0 << 4 | Int($1) }
    }
}
