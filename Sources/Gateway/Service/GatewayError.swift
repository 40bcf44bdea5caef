import HTTPTypes

/// The reason for refusing a call; the live service's two families, with the words it used.
enum GatewayError: Error, Hashable, Sendable {
    case missingKey, missingHash, missingTimestamp
    case invalidHash, invalidKey
    case unknownPath(String)
    case methodNotAllowed(String)
    case throttled(retryAfter: Int)
    case failed
    /// A request that cannot be parsed, with the status of the refusal.
    case unreadable(HTTPResponse.Status)

    case notFound(Kind)
    case limitTooSmall, limitTooLarge
    case invalidOffset
    case unknownParameter(String)
    case blank(String)
    case invalidOrder(String)
    case tooManyIDs(Kind)
    case noValidID(Kind)
    case invalidValue(String)

    var status: HTTPResponse.Status {
        switch self {
        case .invalidHash, .invalidKey: .unauthorized
        case .unknownPath, .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .throttled: .tooManyRequests
        case .failed: .internalServerError
        case .unreadable(let status): status
        case .missingKey, .missingHash, .missingTimestamp, .limitTooSmall, .limitTooLarge, .invalidOffset,
            .unknownParameter, .blank, .invalidOrder, .tooManyIDs, .noValidID, .invalidValue:
            .conflict
        }
    }

    /// The word of the gateway family; nil in the application's, which repeats the status there.
    private var code: String? {
        switch self {
        case .missingKey, .missingHash, .missingTimestamp: "MissingParameter"
        case .invalidHash, .invalidKey: "InvalidCredentials"
        case .unknownPath: "ResourceNotFound"
        case .methodNotAllowed: "MethodNotAllowed"
        case .throttled: "RequestThrottled"
        case .failed: "InternalError"
        case .unreadable(let status): status.reasonPhrase.filter { $0 != " " && $0 != "-" }
        default: nil
        }
    }

    /// The JSON text that says so.
    var body: [UInt8] {
        let members =
            code.map { [JSON.Member("code", .string($0)), JSON.Member("message", .string(sentence))] }
            ?? [JSON.Member("code", .integer(status.code)), JSON.Member("status", .string(sentence))]
        var bytes: [UInt8] = []
        JSON.object(members).write(to: &bytes)
        return bytes
    }
}
