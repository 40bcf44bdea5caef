import Basics

/// The first syntax error in a JSON text.
struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    let line: Int
    let reason: String

    var description: String { "line \(line): \(reason)" }
}

/// A parser of one JSON text (RFC 8259), with nesting up to `depthLimit`.
struct JSONParser {
    static let depthLimit = 128

    let bytes: [UInt8]
    var position = 0
    var depth = 0
    /// True to accept the escapes of source files in strings.
    var allowsAnyEscape = false

    /// Parses the bytes as one value.
    static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSON {
        var parser = JSONParser(bytes: bytes)
        // Some editors write a byte order mark, which JSON does not allow.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
        let value = try parser.value()
        parser.skipSpace()
        guard parser.position == bytes.count else { throw parser.error("there is more text after the value") }
        return value
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The byte at the position; 0 at the end, which is invalid everywhere in JSON.
    var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    func error(_ reason: String) -> JSONError {
        let line = bytes[..<min(position, bytes.count)].count { $0 == 0x0A } + 1
        return JSONError(line: line, reason: reason)
    }

    mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    mutating func value() throws(JSONError) -> JSON {
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object() throws(JSONError) -> JSON {
        var members: [JSON.Member] = []
        try open()
        while try hasMore(before: UInt8(ascii: "}"), isFirst: members.isEmpty) {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw error("a member's name is missing") }
            let name = try string()
            skipSpace()
            guard current == UInt8(ascii: ":") else { throw error("a colon is missing after \"\(name)\"") }
            position += 1
            members.append(JSON.Member(name, try value()))
        }
        return .object(members)
    }

    private mutating func array() throws(JSONError) -> JSON {
        var elements: [JSON] = []
        try open()
        while try hasMore(before: UInt8(ascii: "]"), isFirst: elements.isEmpty) { elements.append(try value()) }
        return .array(elements)
    }

    private mutating func open() throws(JSONError) {
        depth += 1
        guard depth <= Self.depthLimit else { throw error("nested deeper than \(Self.depthLimit)") }
        position += 1
    }

    /// Skips the closing bracket, or the comma before another value; returns true before a value.
    private mutating func hasMore(before bracket: UInt8, isFirst: Bool) throws(JSONError) -> Bool {
        skipSpace()
        if current == bracket {
            depth -= 1
            position += 1
            return false
        }
        guard !isFirst else { return true }
        guard current == UInt8(ascii: ",") else { throw error("a comma or a closing bracket is missing") }
        position += 1
        return true
    }

    private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
        guard bytes[position...].starts(with: word.utf8) else { throw error("an unknown word") }
        position += word.utf8.count
        return value
    }
}

extension JSONParser {
    /// Parses a number by the grammar of RFC 8259 section 6, without converting it.
    mutating func number() throws(JSONError) -> JSON {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        let leading = current
        let count = skipDigits()
        guard count == 1 || (count > 1 && leading != UInt8(ascii: "0")) else { throw error("a value is missing") }
        if current == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() > 0 else { throw error("a digit is missing after the point") }
        }
        if current | 0x20 == UInt8(ascii: "e") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            guard skipDigits() > 0 else { throw error("a digit is missing in the exponent") }
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while current.isDigit { position += 1 }
        return position - start
    }

    /// Decodes the bytes between two quotes with the escapes of source files.
    static func unescape(_ bytes: [UInt8]) throws(JSONError) -> String {
        var parser = JSONParser(bytes: [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])
        parser.allowsAnyEscape = true
        return try parser.string()
    }

    /// Parses a string. Invalid UTF-8 and lone surrogates become U+FFFD: recordings contain both.
    mutating func string() throws(JSONError) -> String {
        position += 1
        var text: [UInt8] = []
        while position < bytes.count,
            let end = bytes[position...].firstIndex(where: { $0 == 0x22 || $0 == UInt8(ascii: "\\") || $0 < 0x20 })
        {
            text += bytes[position..<end]
            position = end + 1
            switch bytes[end] {
            case 0x22: return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case let byte where allowsAnyEscape: text.append(byte)
            default: throw error("a control character in a string")
            }
        }
        position = bytes.count
        throw error("a string is not terminated")
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let letter = current
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(try scalar()).utf8)
        default:
            guard allowsAnyEscape else { throw error("an unknown escape sequence") }
            try sourceEscape(letter, into: &text)
        }
    }

    /// Decodes an escape of ECMAScript (ECMA-262, section 12.9.4); an unknown one is its character, and one of a line
    /// break is nothing.
    private mutating func sourceEscape(_ letter: UInt8, into text: inout [UInt8]) throws(JSONError) {
        switch letter {
        case UInt8(ascii: "x"):
            guard let high = current.hexValue, position + 1 < bytes.count, let low = bytes[position + 1].hexValue else {
                return text.append(letter)
            }
            position += 2
            text.append(contentsOf: String(Unicode.Scalar(high << 4 | low)).utf8)
        case 0x0A, 0x0D: break
        case 0xE2 where current == 0x80 && [0xA8, 0xA9].contains(bytes[position + 1]): position += 2
        case UInt8(ascii: "v"): text.append(0x0B)
        default: text.append(letter)
        }
    }

    private mutating func scalar() throws(JSONError) -> Character {
        if allowsAnyEscape, current == UInt8(ascii: "{") { return bracedScalar() }
        let high = try codeUnit()
        if let scalar = Unicode.Scalar(high) { return Character(scalar) }
        guard high < 0xDC00, current == UInt8(ascii: "\\"), position + 1 < bytes.count,
            bytes[position + 1] == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        let before = position
        position += 2
        let low = try codeUnit()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else {
            position = before
            return "\u{FFFD}"
        }
        return Character(scalar)
    }

    /// Decodes the scalar of `\u{1F600}`; U+FFFD if there is none.
    private mutating func bracedScalar() -> Character {
        let digits = bytes[(position + 1)...].prefix { $0.hexValue != nil }
        guard digits.endIndex < bytes.count, bytes[digits.endIndex] == UInt8(ascii: "}") else { return "\u{FFFD}" }
        position = digits.endIndex + 1
        let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        return number.flatMap(Unicode.Scalar.init).map(Character.init) ?? "\u{FFFD}"
    }

    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = current.hexValue else {
                throw error("four hexadecimal digits are missing")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
