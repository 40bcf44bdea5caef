import Basics

/// Text as JSON writes it (RFC 8259 section 7).
package enum JSONText {
    /// The text in quotes, with quotes, backslashes and control characters escaped; safe within a script element, too.
    package static func quoted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        bytes.reserveCapacity(text.utf8.count + 2)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case UInt8(ascii: "\t"): bytes += "\\t".utf8
            case 0..<0x20, UInt8(ascii: "<"), 0x7F:
                bytes += "\\u00".utf8
                Hex.append(byte, to: &bytes)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return bytes
    }
}
