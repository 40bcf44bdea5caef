import CCurl

/// The errors of an exchange; the texts are for the log and never contain the query of the URL.
package enum CurlError: Error, Hashable, Sendable {
    /// The connection or the complete exchange took longer than allowed.
    case timedOut(Reason)
    /// No connection was made, so nothing was sent.
    case unreachable(Reason)
    /// The response has more bytes than allowed.
    case tooLarge(limit: Int)
    /// The request cannot be sent, or the response is malformed or incomplete.
    case broken(Reason)
    /// No connection became free before the deadline, so nothing was sent; this says nothing about the server.
    case expired
    /// The task was cancelled, or the client was shut down.
    case cancelled

    /// libcurl's description of a failure.
    package struct Reason: Hashable, Sendable, CustomStringConvertible {
        /// The `CURLcode`; 0 if libcurl was not called.
        package let code: UInt32
        package let text: String
        /// True if the request may have reached the server.
        package var wasConnected = true

        package var description: String { code == 0 ? text : "\(text) (curl \(code))" }
    }
}

extension CurlError {
    /// Creates the error for a `CURLcode` other than `CURLE_OK`.
    init(_ code: CURLcode, text: String, limit: Int, wasConnected: Bool = true) {
        let reason = Reason(code: code.rawValue, text: text, wasConnected: wasConnected)
        switch code {
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut(reason)
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            self = .unreachable(reason)
        case CURLE_FILESIZE_EXCEEDED: self = .tooLarge(limit: limit)
        default: self = .broken(reason)
        }
    }

    /// False if the request cannot have reached the server.
    package var wasConnected: Bool {
        switch self {
        case .timedOut(let reason), .broken(let reason): reason.wasConnected
        case .unreachable, .expired, .cancelled: false
        case .tooLarge: true
        }
    }

    static func notSent(_ text: String) -> CurlError { .broken(Reason(code: 0, text: text)) }
}

extension CurlError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .timedOut(let reason): "timed out: \(reason)"
        case .unreachable(let reason): "unreachable: \(reason)"
        case .tooLarge(let limit): "response larger than \(limit) bytes"
        case .broken(let reason): "broken: \(reason)"
        case .expired: "no connection became free in time"
        case .cancelled: "cancelled"
        }
    }
}
