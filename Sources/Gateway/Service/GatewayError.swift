import HTTPTypes

/// The reason for refusing a call, in the live service's two error formats.
enum GatewayError: Error, Hashable, Sendable {
    case missingKey, missingHash, missingTimestamp
    case invalidHash, invalidKey
    case unknownPath(String)
    case methodNotAllowed(String)
    case throttled(retryAfter: Int)
    case internalError
    /// A request that cannot be parsed, with the response's status.
    case malformedRequest(HTTPResponse.Status)

    case notFound(Kind)
    case limitTooSmall, limitTooLarge
    case invalidOffset
    case unknownParameter(String)
    case blank(String)
    case invalidOrder(String)
    case searchWithFilter
    case tooManyIDs(Kind)
    case noValidID(Kind)
    case invalidValue(String)

    var status: HTTPResponse.Status {
        switch self {
        case .invalidHash, .invalidKey: .unauthorized
        case .unknownPath, .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .throttled: .tooManyRequests
        case .internalError: .internalServerError
        case .malformedRequest(let status): status
        case .missingKey, .missingHash, .missingTimestamp, .limitTooSmall, .limitTooLarge, .invalidOffset,
            .unknownParameter, .blank, .invalidOrder, .searchWithFilter, .tooManyIDs, .noValidID, .invalidValue:
            .conflict
        }
    }

    /// The `code` of the live service's API gateway; nil for errors of its application, with the status as `code`.
    private var code: String? {
        switch self {
        case .missingKey, .missingHash, .missingTimestamp: "MissingParameter"
        case .invalidHash, .invalidKey: "InvalidCredentials"
        case .unknownPath: "ResourceNotFound"
        case .methodNotAllowed: "MethodNotAllowed"
        case .throttled: "RequestThrottled"
        case .internalError: "InternalError"
        case .malformedRequest(let status): status.reasonPhrase.filter { $0 != " " && $0 != "-" }
        default: nil
        }
    }

    /// The JSON body of the response.
    var body: [UInt8] {
        let members =
            code.map { [JSON.Member("code", .string($0)), JSON.Member("message", .string(message))] }
            ?? [JSON.Member("code", .integer(status.code)), JSON.Member("status", .string(message))]
        return Array(JSON.object(members).spelling.utf8)
    }
}
