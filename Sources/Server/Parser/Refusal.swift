import HTTPTypes

/// Why the server answers a request itself, before any handler sees it.
struct Refusal: Error, Equatable {
    let status: HTTPResponse.Status
    /// For the log; the client reads the status alone.
    let reason: String

    init(_ status: HTTPResponse.Status, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    static func malformed(_ reason: String) -> Refusal { Refusal(.badRequest, reason) }
}
