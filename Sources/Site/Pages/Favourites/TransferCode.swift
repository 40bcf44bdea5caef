import Basics
import HTTP

/// A code that gives another device the same favourites: ten characters with 50 random bits, without letters that look
/// like digits (Crockford's base 32).
enum TransferCode {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The maximum length of the input in bytes, which may be a link with the code.
    private static let byteLimit = 2048

    /// Returns a code such as `7Q2MX-0TB4K`.
    static func generate(random: UInt64) -> String {
        var bits = random
        var bytes: [UInt8] = []
        for index in 0..<10 {
            if index == 5 { bytes.append(UInt8(ascii: "-")) }
            bytes.append(alphabet[Int(bits & 31)])
            bits >>= 5
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Parses a code, or a link that contains one, in any case and with any blanks, dashes, quotes and full stops from
    /// copying. Returns the code in the form of `generate`, or nil.
    static func parse(_ text: String) -> String? {
        guard text.utf8.count <= byteLimit else { return nil }
        var bytes: [UInt8] = []
        for scalar in code(in: text).unicodeScalars {
            switch letter(scalar) {
            case UInt8(ascii: "O"): bytes.append(UInt8(ascii: "0"))
            case UInt8(ascii: "I"), UInt8(ascii: "L"): bytes.append(UInt8(ascii: "1"))
            case UInt8(ascii: "U"): return nil
            case let known? where alphabet.contains(known): bytes.append(known)
            default: break
            }
        }
        guard bytes.count == 10 else { return nil }
        return String(decoding: bytes[..<5] + [UInt8(ascii: "-")] + bytes[5...], as: UTF8.self)
    }

    /// Returns the code in a link, or the whole text.
    private static func code(in text: String) -> Substring {
        let decoded = (PercentEncoding.decode(text.utf8) ?? text).lowercased()
        guard let name = decoded.ranges(of: "code=").last else { return decoded[...] }
        return decoded[name.upperBound...].prefix { !"&#".contains($0) && !$0.isWhitespace }
    }

    /// Returns the upper-case ASCII letter or digit, also for a full-width one (U+FF01 to U+FF5E), or nil for other
    /// characters beyond ASCII.
    private static func letter(_ scalar: Unicode.Scalar) -> UInt8? {
        let isWide = (0xFF01...0xFF5E).contains(scalar.value)
        guard let byte = UInt8(exactly: isWide ? scalar.value - 0xFEE0 : scalar.value), byte < 0x80 else { return nil }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & 0xDF : byte
    }
}
