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

extension GatewayError {
    /// The text of the error body; the live service's own if it had one.
    var message: String {
        switch self {
        case .missingKey: "You must provide a user key."
        case .missingHash: "You must provide a hash."
        case .missingTimestamp: "You must provide a timestamp."
        case .invalidHash: "That hash, timestamp and key combination is invalid."
        case .invalidKey: "The passed API key is invalid."
        case .unknownPath(let path): "\(path) does not exist"
        case .methodNotAllowed(let method): "\(method) is not allowed"
        case .throttled: "You have exceeded your rate limit.  Please try again later."
        case .internalError: "The service could not answer this call."
        case .malformedRequest(let status): "This request is refused: \(status.reasonPhrase)."
        case .notFound(let kind): "We couldn't find that \(kind.missingName)"
        case .limitTooSmall: "You must pass an integer limit greater than 0."
        case .limitTooLarge: "You may not request more than 100 items."
        case .invalidOffset: "You must pass an integer offset greater than or equal to 0."
        case .unknownParameter(let name): "We don't recognize the parameter \(name)"
        case .blank(let name): "\(name) cannot be blank if it is set"
        case .invalidOrder(let name): "\(name) is not a valid ordering parameter."
        case .searchWithFilter: "You may not combine search with other filters or orderBy."
        case .tooManyIDs(.series): "You may not submit more than 10 series ids."
        case .tooManyIDs(let kind): "You may not submit more than 10 \(kind.filterName) ids."
        case .noValidID(.series): "You must pass at least one valid series if you set the series filter."
        case .noValidID(let kind):
            "You must pass at least one valid \(kind.filterName) id if you set the \(kind.filterName) filter."
        case .invalidValue(let name): "You must pass at least one valid \(name) if you set the \(name) filter."
        }
    }
}
