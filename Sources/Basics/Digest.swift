import CCrypto

/// SHA-256 (FIPS 180-4), computed by libcrypto.
package enum SHA256 {
    /// Returns the 32 bytes of the hash.
    package static func hash(data: some Collection<UInt8>) -> [UInt8] { digest(data, EVP_sha256(), length: 32) }
}

/// SHA-1 (FIPS 180-4), computed by libcrypto, for tags without a need for security.
package enum SHA1 {
    /// Returns the 20 bytes of the hash.
    package static func hash(data: some Collection<UInt8>) -> [UInt8] { digest(data, EVP_sha1(), length: 20) }
}

/// MD5 (RFC 1321), computed by libcrypto, for the signatures of Marvel's API.
package enum MD5 {
    /// Returns the 16 bytes of the hash.
    package static func hash(data: some Collection<UInt8>) -> [UInt8] { digest(data, EVP_md5(), length: 16) }
}

private func digest(_ data: some Collection<UInt8>, _ algorithm: OpaquePointer?, length: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: length)
    let isDone =
        data.withContiguousStorageIfAvailable { bytes in
            EVP_Digest(bytes.baseAddress, bytes.count, &result, nil, algorithm, nil) == 1
        }
        ?? Array(data).withUnsafeBytes { bytes in
            EVP_Digest(bytes.baseAddress, bytes.count, &result, nil, algorithm, nil) == 1
        }
    // A wrong hash would mix up the favourites of visitors, so the program ends without one.
    precondition(isDone, "libcrypto cannot compute a hash")
    return result
}
