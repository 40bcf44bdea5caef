/// Lowercase hexadecimal encoding.
package enum Hex {
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        // The length of a SHA-256.
        text.reserveCapacity(64)
        for byte in bytes { append(byte, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the two digits of a byte.
    package static func append(_ byte: UInt8, to text: inout [UInt8]) {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
    }

    /// Returns true for a lowercase hexadecimal digit.
    package static func isDigit(_ byte: UInt8) -> Bool { byte.isDigit || byte &- 0x61 < 6 }

    private static let digits = Array("0123456789abcdef".utf8)
}
