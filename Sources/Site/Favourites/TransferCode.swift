import Basics
import HTTP
import Heroes

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

/// The valid transfer codes, one per visitor.
///
/// The stored values disclose neither a code nor a visitor: keys are hashes, and each value is encrypted with a hash of
/// the code or the token, which is as long as the value and used for no other one (a one-time pad). A code alone has
/// only 50 bits, so the secret, which is not in the store, keeps a reader of the store from trying all of them.
struct TransferCodes: Sendable {
    let store: any ExpiringStore
    let secret: [UInt8]

    /// The code of a visitor as stored.
    private struct SealedCode: Codable, Sendable {
        let key: [UInt8]
        let code: [UInt8]
    }

    /// Makes the code valid for ten minutes, in place of the visitor's previous one.
    func store(_ code: String, of visitor: Visitor) async throws(FavouritesError) {
        let key = hash("key", code)
        let previous: SealedCode? = try await store.take(.visitorCode, for: visitor.hash)
        if let previous { let _: [UInt8]? = try await store.take(.transferCode, for: previous.key) }
        try await store.store(sealed(visitor.token, hash("token", code)), .transferCode, for: key)
        let sealedCode = SealedCode(key: key, code: sealed(code, pad(visitor, key)))
        try await store.store(sealedCode, .visitorCode, for: visitor.hash)
    }

    /// Returns the visitor's valid code.
    func code(of visitor: Visitor) async throws(FavouritesError) -> String? {
        let stored: SealedCode? = try await store.value(.visitorCode, for: visitor.hash)
        return stored.map { String(decoding: zip($0.code, pad(visitor, $0.key)).map { $0 ^ $1 }, as: UTF8.self) }
    }

    /// Returns the visitor of a valid code. Only the visitor's newest code is valid, also if two machines store codes
    /// at the same moment.
    func visitor(of code: String) async throws(FavouritesError) -> Visitor? {
        try await visitor(of: code, store.value(.transferCode, for: hash("key", code)))
    }

    /// Ends the code and returns its visitor; of several callers, on any machine, only one gets it.
    func take(_ code: String) async throws(FavouritesError) -> Visitor? {
        guard let visitor = try await visitor(of: code, store.take(.transferCode, for: hash("key", code))) else {
            return nil
        }
        let _: SealedCode? = try await store.take(.visitorCode, for: visitor.hash)
        return visitor
    }

    private func visitor(of code: String, _ sealedToken: [UInt8]?) async throws(FavouritesError) -> Visitor? {
        guard let sealedToken else { return nil }
        let token = zip(sealedToken, hash("token", code)).map { $0 ^ $1 }
        guard let visitor = Visitor(token: String(decoding: token, as: UTF8.self)) else { return nil }
        let newest: SealedCode? = try await store.value(.visitorCode, for: visitor.hash)
        return newest?.key == hash("key", code) ? visitor : nil
    }

    private func sealed(_ text: String, _ pad: [UInt8]) -> [UInt8] { zip(text.utf8, pad).map { $0 ^ $1 } }

    private func pad(_ visitor: Visitor, _ key: [UInt8]) -> [UInt8] { hash("code", visitor.token, key) }

    /// Returns the hash of the secret and texts of fixed lengths.
    private func hash(_ purpose: String, _ text: String, _ key: [UInt8] = []) -> [UInt8] {
        SHA256.hash(data: Array("transfer \(purpose) \(text)".utf8) + key + secret)
    }
}
