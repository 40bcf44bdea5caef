/// An HTTP response, its body decompressed.
package struct CurlResponse: Sendable {
    package let status: Int
    /// In pending of buffer, a repeated name once for each line.
    package let headers: [(name: String, value: String)]
    /// Complete, as far as lengths and checksums show.
    package let body: [UInt8]

    /// The seconds above 0 until a retry is allowed, from either format of Retry-After (RFC 9110 section 10.2.3).
    package let retryAfter: Int?

    package init(status: Int, headers: [(name: String, value: String)], body: [UInt8], retryAfter: Int? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        self.retryAfter = retryAfter
    }

    /// Returns the first value of this name, which is case-insensitive.
    package func header(_ name: String) -> String? {
        let key = name.lowercased()
        return headers.first { $0.name.lowercased() == key }?.value
    }
}
