import Basics

/// A visitor, identified by 128 random bits in the browser's cookie.
package struct Visitor: Hashable, Sendable {
    /// 32 lowercase hexadecimal digits; secret: never logged or used as a file name.
    package let token: String

    /// Returns nil unless the token is 32 lowercase hexadecimal digits.
    package init?(token: String) {
        let bytes = token.utf8
        guard bytes.count == 32, bytes.allSatisfy(Hex.isDigit) else { return nil }
        self.token = token
    }

    /// Creates a visitor from 128 bits of the generator.
    package static func new(using generator: inout some RandomNumberGenerator) -> Visitor {
        Visitor(unchecked: Hex.text((0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }))
    }

    /// The SHA-256 of the token, by which stores identify the visitor, so that their data discloses no cookie.
    package var hash: [UInt8] { SHA256.hash(data: token.utf8) }

    private init(unchecked token: String) { self.token = token }
}
