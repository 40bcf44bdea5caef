import FoundationEssentials
import HTTP
import HTTPTypes

/// The Marvel-compatible service over an archive.
package struct Gateway: Sendable {
    let archive: Archive
    let configuration: GatewayConfiguration
    let images: Images?
    private let calls: DailyCallCounter

    /// Without images, the paths of pictures are not found.
    package init(archive: Archive, configuration: GatewayConfiguration, images: Images? = nil) {
        self.archive = archive
        self.configuration = configuration
        self.images = images
        calls = DailyCallCounter(archive, report: configuration.report)
    }

    package func respond(to request: Request) async -> Response {
        let isCall = request.path.hasPrefix("/v1/") && request.method != .options
        if isCall, configuration.delay > 0 {
            // The sleep is cancelled if the client disconnects, and then the response does not matter.
            try? await Task.sleep(for: .milliseconds(configuration.delay))
        }
        do throws(GatewayError) {
            if isCall, configuration.failPercent > 0, configuration.random() * 100 < configuration.failPercent {
                throw .internalError
            }
            return Self.withNoSniff(try await handle(request))
        } catch {
            return Self.errorResponse(error)
        }
    }

    /// Waits until all counted calls are saved; call it before the process ends.
    package func finish() async { await calls.waitUntilSaved() }

    private func handle(_ request: Request) async throws(GatewayError) -> Response {
        if let image = await images?.respond(to: request) { return image }
        let endpoint = try Endpoint(path: request.path)
        if request.method == .options { return Self.preflight }
        guard request.method == .get || request.method == .head else {
            throw .methodNotAllowed(request.method.rawValue)
        }
        let query = QueryString(request.query)
        if endpoint != .index { try await authorize(Credentials(query)) }
        return try await content(endpoint, query, request)
    }

    /// Counts the call for its key, even if it is then refused, and checks the credentials.
    private func authorize(_ credentials: Credentials) async throws(GatewayError) {
        let countedKey: String
        switch configuration.access {
        // Keys are not checked, so all calls count for the same key.
        case .open: countedKey = ""
        case .keys(let keys):
            guard let key = credentials.knownKey(keys) else { return try credentials.check(keys) }
            countedKey = key
        }
        if let limit = configuration.dailyLimit {
            let seconds = Int(configuration.now().timeIntervalSince1970.rounded(.down))
            guard await calls.count(countedKey, day: seconds / 86_400) <= limit else {
                throw .throttled(retryAfter: 86_400 - seconds % 86_400)
            }
        }
        if case .keys(let keys) = configuration.access { try credentials.check(keys) }
    }

    /// Returns the response to a request that the server refused, such as one with a NUL in its target.
    package static func errorResponse(_ status: HTTPResponse.Status) -> Response {
        errorResponse(.malformedRequest(status))
    }

    private static func errorResponse(_ error: GatewayError) -> Response {
        var fields = crossOrigin
        fields[.contentType] = contentType
        if case .methodNotAllowed = error { fields[.allow] = methods }
        if case .throttled(let seconds) = error { fields[.retryAfter] = String(seconds) }
        return withNoSniff(Response(status: error.status, fields: fields, body: .bytes(error.body)))
    }

    /// Adds `nosniff`, which stops browsers from guessing another content type.
    private static func withNoSniff(_ response: Response) -> Response {
        var response = response
        response.fields[.xContentTypeOptions] = "nosniff"
        return response
    }

    static let contentType = "application/json; charset=utf-8"
    static let methods = "GET, HEAD, OPTIONS"
}
