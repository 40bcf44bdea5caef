import FoundationEssentials
import HTTP
import HTTPTypes

/// The Marvel-compatible service over an archive.
package struct Gateway: Sendable {
    let archive: Archive
    let configuration: GatewayConfiguration
    let images: Images?
    private let calls: DailyCalls

    /// Without images, the paths of pictures lead nowhere.
    package init(archive: Archive, configuration: GatewayConfiguration, images: Images? = nil) {
        self.archive = archive
        self.configuration = configuration
        self.images = images
        calls = DailyCalls(archive, report: configuration.report)
    }

    package func respond(to request: Request) async -> Response {
        let isCall = request.path.hasPrefix("/v1/") && request.method != .options
        if isCall, configuration.delay > 0 {
            // A caller that went away needs no answer, so a cancelled wait is as good as a finished one.
            try? await Task.sleep(for: .milliseconds(configuration.delay))
        }
        do throws(GatewayError) {
            if isCall, configuration.failPercent > 0, configuration.chance() * 100 < configuration.failPercent {
                throw .failed
            }
            return Self.unsniffed(try await answer(request))
        } catch {
            return Self.refusal(error)
        }
    }

    /// Returns once the calls counted so far are kept; to be awaited before the process ends.
    package func finish() async { await calls.saved() }

    private func answer(_ request: Request) async throws(GatewayError) -> Response {
        if let image = images?.respond(to: request) { return image }
        let endpoint = try Endpoint(path: request.path)
        if request.method == .options { return Self.preflight }
        guard request.method == .get || request.method == .head else {
            throw .methodNotAllowed(request.method.rawValue)
        }
        if endpoint == .index { return IndexPage(self, baseURL: baseURL(for: request), for: request).response }
        let query = QueryString(request.query)
        try await admit(Credentials(query))
        return try await content(endpoint, query, request)
    }

    /// Counts the call for the key it names, even if it is refused, and then looks at the proof.
    private func admit(_ credentials: Credentials) async throws(GatewayError) {
        let name: String
        switch configuration.access {
        // Whoever calls may name any key, so all calls are counted as one's.
        case .open: name = ""
        case .keys(let keys):
            guard let key = credentials.knownKey(keys) else { return try credentials.check(keys) }
            name = key
        }
        if let limit = configuration.dailyLimit {
            let seconds = Int(configuration.now().timeIntervalSince1970.rounded(.down))
            guard await calls.count(name, day: seconds / 86_400) <= limit else {
                throw .throttled(retryAfter: 86_400 - seconds % 86_400)
            }
        }
        if case .keys(let keys) = configuration.access { try credentials.check(keys) }
    }

    /// The answer to a request that cannot be read, such as one with a NUL in its target: nothing of it can be called.
    package static func refusal(_ status: HTTPResponse.Status) -> Response { refusal(.unreadable(status)) }

    private static func refusal(_ error: GatewayError) -> Response {
        var fields = crossOrigin
        fields[.contentType] = contentType
        if case .methodNotAllowed = error { fields[.allow] = methods }
        if case .throttled(let seconds) = error { fields[.retryAfter] = String(seconds) }
        return unsniffed(Response(status: error.status, fields: fields, body: .bytes(error.body)))
    }

    /// Keeps browsers from guessing another content type (`nosniff`).
    private static func unsniffed(_ response: Response) -> Response {
        var response = response
        response.fields[.xContentTypeOptions] = "nosniff"
        return response
    }

    static let contentType = "application/json; charset=utf-8"
    static let methods = "GET, HEAD, OPTIONS"
}
