import Basics
import HTTPTypes

/// The reason for refusing a call, in the live service's two error formats.
enum GatewayError: Error, Hashable, Sendable {
    case missingKey, missingHash, missingTimestamp
    case invalidHash, invalidKey
    case unknownPath(String)
    case methodNotAllowed(String)
    case throttled(retryAfter: Int)
    case internalError
    /// Too many calls of the client's network wait.
    case crowded
    /// Too many calls wait.
    case overloaded
    /// A request that cannot be parsed, with the response's status.
    case malformedRequest(HTTPResponse.Status)

    case notFound(Kind)
    case limitTooSmall, limitTooLarge
    case invalidOffset
    case unknownParameter(String)
    case blank(String)
    case invalidOrder(String)
    case tooManyIDs(Kind)
    case noValidID(Kind)
    case invalidValue(String)

    var status: HTTPResponse.Status { response.status }

    /// The seconds until the next try; nil if the error does not know them.
    var retryAfter: Int? {
        switch self {
        case .throttled(let seconds): seconds
        case .crowded, .overloaded: Gateway.retryDelay
        default: nil
        }
    }

    var body: [UInt8] { json.bytes }

    var json: JSON {
        let (status, code, message) = response
        return code.map { ["code": .string($0), "message": .string(message)] }
            ?? ["code": .integer(status.code), "status": .string(message)]
    }

    /// True for the format of the live service's API gateway.
    var hasMessage: Bool { response.code != nil }

    /// An error of each case, for the description of the API.
    static let examples: [GatewayError] = [
        .missingKey, .missingHash, .missingTimestamp, .invalidHash, .invalidKey, .unknownPath("/v1/public/heroes"),
        .methodNotAllowed("POST"), .throttled(retryAfter: 3600), .internalError, .crowded, .overloaded,
        .malformedRequest(.badRequest), .notFound(.characters), .limitTooSmall, .limitTooLarge, .invalidOffset,
        .unknownParameter("nothing"), .blank("name"), .invalidOrder("size"), .tooManyIDs(.comics), .noValidID(.comics),
        .invalidValue("format"),
    ]

    /// True for a request that is not a call of an endpoint, or that the server refuses.
    var isOfOtherRequests: Bool {
        switch self {
        case .unknownPath, .methodNotAllowed, .malformedRequest: true
        default: false
        }
    }

    /// The name of the case.
    var name: String { String("\(self)".prefix { $0 != "(" }) }

    /// The status, the `code` of the live service's API gateway, and the text, the live service's own if it had one.
    /// Errors of its application have no such code, but the status.
    private var response: (status: HTTPResponse.Status, code: String?, message: String) {
        switch self {
        case .missingKey: (.conflict, "MissingParameter", "You must provide a user key.")
        case .missingHash: (.conflict, "MissingParameter", "You must provide a hash.")
        case .missingTimestamp: (.conflict, "MissingParameter", "You must provide a timestamp.")
        case .invalidHash:
            (.unauthorized, "InvalidCredentials", "That hash, timestamp and key combination is invalid.")
        case .invalidKey: (.unauthorized, "InvalidCredentials", "The passed API key is invalid.")
        case .unknownPath(let path): (.notFound, "ResourceNotFound", "\(path) does not exist")
        case .methodNotAllowed(let name): (.methodNotAllowed, "MethodNotAllowed", "\(name) is not allowed")
        case .throttled:
            (.tooManyRequests, "RequestThrottled", "You have exceeded your rate limit.  Please try again later.")
        case .crowded:
            (
                .tooManyRequests, "RequestThrottled",
                "Too many calls of your network wait for an answer.  Please send fewer at once."
            )
        case .overloaded:
            (.serviceUnavailable, "ServiceUnavailable", "The service is busy.  Please try again later.")
        case .internalError: (.internalServerError, "InternalError", "The service could not answer this call.")
        case .malformedRequest(let status):
            (
                status, status.reasonPhrase.filter { $0 != " " && $0 != "-" },
                "This request is refused: \(status.reasonPhrase)."
            )
        case .notFound(let kind): (.notFound, nil, "We couldn't find that \(kind.missingName)")
        case .limitTooSmall: (.conflict, nil, "You must pass an integer limit greater than 0.")
        case .limitTooLarge: (.conflict, nil, "You may not request more than 100 items.")
        case .invalidOffset: (.conflict, nil, "You must pass an integer offset greater than or equal to 0.")
        case .unknownParameter(let name): (.conflict, nil, "We don't recognize the parameter \(name)")
        case .blank(let name): (.conflict, nil, "\(name) cannot be blank if it is set")
        case .invalidOrder(let name): (.conflict, nil, "\(name) is not a valid ordering parameter.")
        case .tooManyIDs(let kind):
            (.conflict, nil, "You may not submit more than 10 \(kind.filterName) ids.")
        case .noValidID(let kind):
            (.conflict, nil, Self.missing(kind == .series ? "series" : "\(kind.filterName) id", of: kind.filterName))
        case .invalidValue(let name): (.conflict, nil, Self.missing(name, of: name))
        }
    }

    private static func missing(_ value: String, of filter: String) -> String {
        "You must pass at least one valid \(value) if you set the \(filter) filter."
    }
}
