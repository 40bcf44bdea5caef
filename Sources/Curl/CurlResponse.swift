/// One HTTP answer as it came, its body decompressed.
package struct CurlResponse: Sendable {
    package let status: Int
    /// In the order they came, a repeated name once for each line.
    package let headers: [(name: String, value: String)]
    /// Whole as far as lengths and checksums tell.
    package let body: [UInt8]

    /// Seconds above 0 until another try is welcome, from either form of Retry-After (RFC 9110 section 10.2.3).
    package let retryAfter: Int?

    package init(status: Int, headers: [(name: String, value: String)], body: [UInt8], retryAfter: Int? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        self.retryAfter = retryAfter
    }

    /// The first value under this name, in any case.
    package func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}
