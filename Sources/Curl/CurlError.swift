import CCurl

/// Why there is no answer; the texts are for the log and never hold the query of the URL.
package enum CurlError: Error, Hashable, Sendable {
    /// The connection or the whole exchange took longer than allowed.
    case timedOut(Reason)
    /// No connection came about, so nothing was sent.
    case unreachable(Reason)
    /// The answer has more bytes than allowed.
    case tooLarge(limit: Int)
    /// The request cannot be sent, or what came is no whole answer.
    case broken(Reason)
    /// The asking task was cancelled, or the client was shut down.
    case cancelled

    /// What libcurl says about a failure.
    package struct Reason: Hashable, Sendable, CustomStringConvertible {
        /// A `CURLcode`; 0 where libcurl was never asked.
        package let code: UInt32
        package let text: String
        /// Whether the request can have reached anybody.
        package var wasConnected = true

        package var description: String { code == 0 ? text : "\(text) (curl \(code))" }
    }
}

extension CurlError {
    /// The case that a `CURLcode` other than `CURLE_OK` stands for.
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

    /// An order whose deadline passed before its turn came.
    static var expired: CurlError {
        .timedOut(
            Reason(
                code: CURLE_OPERATION_TIMEDOUT.rawValue, text: "no place for it came free in time", wasConnected: false)
        )
    }

    /// A body that is not what its content coding says.
    static func misread(_ text: String) -> CurlError {
        .broken(Reason(code: CURLE_BAD_CONTENT_ENCODING.rawValue, text: text))
    }

    static func unsendable(_ text: String) -> CurlError { .broken(Reason(code: 0, text: text)) }
}

extension CurlError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .timedOut(let reason): "timed out: \(reason)"
        case .unreachable(let reason): "unreachable: \(reason)"
        case .tooLarge(let limit): "answer larger than \(limit) bytes"
        case .broken(let reason): "broken: \(reason)"
        case .cancelled: "cancelled"
        }
    }
}
