/// A visitor, known by 128 random bits that only their browser keeps.
package struct Visitor: Hashable, Sendable {
    /// 32 lowercase hexadecimal digits; a secret, never logged, never a file name.
    package let token: String

    /// Nil unless the token is exactly 32 lowercase hexadecimal digits.
    package init?(token: String) {
        let bytes = token.utf8
        guard bytes.count == 32, bytes.allSatisfy({ Self.digits.contains($0) }) else { return nil }
        self.token = token
    }

    /// A new visitor from 128 bits of the generator.
    package static func new(using generator: inout some RandomNumberGenerator) -> Visitor {
        var token = ""
        for _ in 0..<2 {
            let bits = String(generator.next() as UInt64, radix: 16)
            token += String(repeating: "0", count: 16 - bits.count) + bits
        }
        return Visitor(unchecked: token)
    }

    private static let digits = Set("0123456789abcdef".utf8)

    private init(unchecked token: String) { self.token = token }
}
