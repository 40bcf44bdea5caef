/// The version of a response.
package struct Version: Hashable, Sendable, Codable {
    /// The source's entity tag (RFC 9110, section 8.8.3), opaque.
    package let etag: String

    /// The key in the cache's file.
    private enum CodingKeys: String, CodingKey {
        case etag = "mark"
    }

    package init(etag: String) { self.etag = etag }

    /// Returns nil for an ETag that cannot be sent back in a header unchanged, or is longer than 200 bytes.
    package init?(validating etag: String?) {
        guard let etag, (1...200).contains(etag.utf8.count), etag.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return nil
        }
        self.etag = etag
    }
}
