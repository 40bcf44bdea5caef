import Basics
import HTTPTypes

/// Problem details for API clients (RFC 9457).
package struct Problem: Sendable, Equatable {
    package let status: HTTPResponse.Status
    package let title: String
    package let detail: String?

    package init(status: HTTPResponse.Status, title: String, detail: String? = nil) {
        self.status = status
        self.title = title
        self.detail = detail
    }

    private var json: [UInt8] {
        // The status says what type of problem it is.
        var bytes = Array("{\"type\":\"about:blank\",\"title\":".utf8)
        bytes += JSONText.quoted(title) + Array(",\"status\":\(status.code)".utf8)
        if let detail { bytes += Array(",\"detail\":".utf8) + JSONText.quoted(detail) }
        return bytes + Array("}".utf8)
    }

    /// The problem as a response that is not cached.
    package var response: Response {
        Response(
            status: status, fields: [.contentType: "application/problem+json", .cacheControl: "no-store"],
            body: .bytes(json))
    }
}
