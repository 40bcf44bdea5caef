import Basics

/// A visitor, known by 128 random bits that only their browser keeps.
package struct Visitor: Hashable, Sendable {
    /// 32 lowercase hexadecimal digits; a secret, never logged, never a file name.
    package let token: String

    /// Nil unless the token is exactly 32 lowercase hexadecimal digits.
    package init?(token: String) {
        let bytes = token.utf8
        guard bytes.count == 32, bytes.allSatisfy(Hex.isDigit) else { return nil }
        self.token = token
    }

    /// A new visitor from 128 bits of the generator.
    package static func new(using generator: inout some RandomNumberGenerator) -> Visitor {
        let bits = (0..<2).flatMap { _ in
            let bits: UInt64 = generator.next()
            return (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
        }
        return Visitor(unchecked: Hex.text(bits))
    }

    private init(unchecked token: String) { self.token = token }
}
