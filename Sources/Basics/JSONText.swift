/// JSON strings (RFC 8259 section 7).
package enum JSONText {
    /// Returns the text in quotes, with quotes, backslashes and control characters escaped.
    package static func quoted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 2)
        append(text, to: &bytes)
        return bytes
    }

    /// Appends the text in quotes.
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

    /// Appends a byte of a text, escaped if necessary.
    package static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        if isEscaped(byte) { appendEscaped(byte, to: &bytes) } else { bytes.append(byte) }
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
