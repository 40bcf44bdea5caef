import Basics

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

    /// Decodes the bytes between two quotes.
    static func unescape(_ bytes: [UInt8]) throws(JSONError) -> String {
        var parser = JSONParser(bytes: [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])
        return try parser.string()
    }

    /// Parses a string. Invalid UTF-8 is decoded as Windows-1252 and lone surrogates become U+FFFD: recordings contain
    /// both.
    mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        while position < bytes.count, !Self.isSpecial(bytes[position]) { position += 1 }
        if current == UInt8(ascii: "\"") {
            // Fast path: most strings have no escapes.
            defer { position += 1 }
            return String(utf8OrWindows1252: bytes[start..<position])
        }
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(utf8OrWindows1252: text[...])
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw error("a control character in a string")
            default: text.append(byte)
            }
        }
        throw error("a string is not terminated")
    }

    /// Returns true if the byte of a string is not part of its text.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20
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
        default: throw error("an unknown escape sequence")
        }
    }

    private mutating func scalar() throws(JSONError) -> Character {
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
