import Basics

/// An HTTP request, with the limits of its response.
package struct CurlRequest: Sendable {
    /// Absolute, http or https, percent-encoded.
    package var url: String
    package var method: String
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]?
    /// Seconds for the complete exchange, including the time in the queue.
    package var timeout: Double
    /// Seconds for name resolution, TCP and TLS together.
    package var connectTimeout: Double
    /// The limit of the body in bytes, after decompression.
    package var byteLimit: Int

    package init(
        url: String, method: String = "GET", headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
        timeout: Double = 10, connectTimeout: Double = 3, byteLimit: Int = 8 * 1024 * 1024
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.byteLimit = byteLimit
    }
}

extension CurlRequest {
    /// The reason for which this request cannot be sent; nil if it is valid.
    var validationError: String? {
        guard !url.utf8.contains(0) else { return "the URL contains a NUL" }
        guard !method.isEmpty, method.utf8.allSatisfy(\.isToken) else { return "malformed method" }
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy(\.isToken) else { return "malformed header name" }
            guard value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
                return "malformed value of header \(name)"
            }
        }
        return nil
    }
}

/// An HTTP response, its body decompressed.
package struct CurlResponse: Sendable {
    package let status: Int
    /// In order of arrival, a repeated name once for each line.
    package let headers: [(name: String, value: String)]
    /// Complete, as far as its length shows.
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
