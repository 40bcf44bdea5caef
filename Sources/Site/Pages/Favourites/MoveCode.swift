import HTTP

/// Ten letters and digits by which another device gets to the same favourites: 50 random bits, without letters that are
/// taken for digits (Crockford's base 32).
enum MoveCode {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// Such as `7Q2MX-0TB4K`.
    static func new(random: UInt64) -> String {
        var bits = random
        var bytes: [UInt8] = []
        for place in 0..<10 {
            if place == 5 { bytes.append(UInt8(ascii: "-")) }
            bytes.append(alphabet[Int(bits & 31)])
            bits >>= 5
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What somebody typed, as `new` writes it: in any case, with or without hyphen and blanks; nil for anything else.
    static func read(_ text: String) -> String? {
        var bytes: [UInt8] = []
        for byte in text.utf8.prefix(40) where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
            let upper = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & 0xDF : byte
            switch upper {
            case UInt8(ascii: "O"): bytes.append(UInt8(ascii: "0"))
            case UInt8(ascii: "I"), UInt8(ascii: "L"): bytes.append(UInt8(ascii: "1"))
            case let known where alphabet.contains(known): bytes.append(known)
            default: return nil
            }
        }
        guard bytes.count == 10 else { return nil }
        return String(decoding: bytes[..<5] + [UInt8(ascii: "-")] + bytes[5...], as: UTF8.self)
    }
}
