import CCrypto

/// SHA-256 (FIPS 180-4), computed by libcrypto.
package enum SHA256 {
    /// Returns the 32 bytes of the hash.
    package static func hash(data: some Sequence<UInt8>) -> [UInt8] { digest(data, EVP_sha256(), length: 32) }
}

/// MD5 (RFC 1321), computed by libcrypto, for the signatures of Marvel's API.
package enum MD5 {
    /// Returns the 16 bytes of the hash.
    package static func hash(data: some Sequence<UInt8>) -> [UInt8] { digest(data, EVP_md5(), length: 16) }
}

private func digest(_ data: some Sequence<UInt8>, _ algorithm: OpaquePointer?, length: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: length)
    let data = Array(data)
    // A wrong hash would mix up the favourites of visitors, so the program ends without one.
    precondition(EVP_Digest(data, data.count, &result, nil, algorithm, nil) == 1, "libcrypto cannot compute a hash")
    return result
}

/// Lowercase hexadecimal encoding.
package enum Hex {
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
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
