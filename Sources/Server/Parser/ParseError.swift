import HTTPTypes

/// A request that the server rejects before any handler: the status and the reason.
struct ParseError: Error, Equatable {
    let status: HTTPResponse.Status
    /// The reason for the log; the client gets the status only.
    let reason: String

    init(_ status: HTTPResponse.Status, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    static func malformed(_ reason: String) -> ParseError { ParseError(.badRequest, reason) }
}
