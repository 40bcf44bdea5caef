/// JSON strings (RFC 8259 section 7).
package enum JSONText {
    /// Returns the text in quotes, with quotes, backslashes and control characters escaped.
    package static func quoted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return bytes
    }

    package static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { append($0, to: &bytes) }
    }

    /// Appends a text in UTF-8 in quotes.
    package static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var remainder = text[...]
        // Most texts have nothing to escape and are copied at once.
        while let special = remainder.firstIndex(where: isEscaped) {
            bytes.append(contentsOf: remainder[..<special])
            appendEscaped(remainder[special], to: &bytes)
            remainder = remainder[(special + 1)...]
        }
        bytes.append(contentsOf: remainder)
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        default:
            bytes += "u00".utf8
            Hex.append(byte, to: &bytes)
        }
    }
}

extension JSONText {
    /// Returns JSON with the replacement, by default an escape of U+FFFD, for each escape of a lone surrogate; programs
    /// that truncate a text within an emoji write them, and `JSONDecoder` rejects the complete string.
    package static func replacingLoneSurrogates(in text: [UInt8], by replacement: String = "\\ufffd") -> [UInt8] {
        // Few texts have an escape of a surrogate, such as `\ud83d`.
        let hasSurrogate = text.indices.dropLast(2).contains { index in
            text[index] == UInt8(ascii: "\\") && text[index + 1] == UInt8(ascii: "u") && text[index + 2] | 0x20 == 0x64
        }
        guard hasSurrogate else { return text }
        var result: [UInt8] = []
        var remainder = text[...]
        while let byte = remainder.first {
            var length = byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\\"), let unit = escapedUnit(remainder), 0xD800...0xDFFF ~= unit {
                let next = unit < 0xDC00 ? escapedUnit(remainder.dropFirst(6)) : nil
                guard let next, 0xDC00...0xDFFF ~= next else {
                    result += replacement.utf8
                    remainder = remainder.dropFirst(6)
                    continue
                }
                length = 12
            }
            result += remainder.prefix(length)
            remainder = remainder.dropFirst(length)
        }
        return result
    }

    /// Returns the UTF-16 code unit of the escape at the start; nil if there is none.
    private static func escapedUnit(_ text: ArraySlice<UInt8>) -> UInt16? {
        guard text.starts(with: "\\u".utf8) else { return nil }
        let digits = text.dropFirst(2).prefix(4).compactMap(\.hexValue)
        return digits.count == 4 ? digits.reduce(0) { $0 << 4 | UInt16($1) } : nil
    }
}
