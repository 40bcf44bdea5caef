import Basics
import HTTPTypes

/// Problem details for API clients (RFC 9457).
package struct Problem: Sendable, Equatable {
    /// A URI for the type of problem; `about:blank` if the status is sufficient.
    package let type: String
    package let title: String
    package let status: HTTPResponse.Status
    package let detail: String?

    package init(status: HTTPResponse.Status, title: String, detail: String? = nil, type: String = "about:blank") {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
    }

    package var json: [UInt8] {
        var bytes = Array("{\"type\":".utf8) + JSONText.quoted(type) + Array(",\"title\":".utf8)
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
