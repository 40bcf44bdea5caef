import HTTP
import HTTPTypes

/// A request with the state that its connection needs for the response.
struct IncomingRequest: Sendable {
    var head: RequestHead
    var content: [UInt8] = []
    /// True if the client supports HTTP/1.1 and so chunked content.
    let isHTTP11: Bool
    /// True if the connection persists after the response (RFC 9112 section 9.3).
    let isPersistent: Bool

    /// The request as a handler gets it; computed each time.
    var request: Request { Request(head, body: content) }

    var isHead: Bool { head.method == .head }

    /// True if the target is `*`, the server itself and no resource (RFC 9110 section 9.3.7).
    var isAsteriskForm: Bool { head.target.first == UInt8(ascii: "*") }
}

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

extension HTTPRequest.Method {
    /// Returns the method of this name if it is one of RFC 9110 section 9.3 or PATCH; names are case-sensitive.
    init?(known name: ArraySlice<UInt8>) {
        guard let method = Self.known.first(where: { $0.rawValue.utf8.elementsEqual(name) }) else { return nil }
        self = method
    }

    private static let known: [Self] = [.get, .head, .post, .put, .delete, .patch, .options, .trace, .connect]
}
