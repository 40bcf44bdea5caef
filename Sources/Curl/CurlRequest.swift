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
        guard !method.isEmpty, method.utf8.allSatisfy(Self.isToken) else { return "malformed method" }
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken) else { return "malformed header name" }
            guard value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
                return "malformed value of header \(name)"
            }
        }
        return nil
    }

    /// Returns true for tchar of RFC 9110 section 5.6.2.
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
