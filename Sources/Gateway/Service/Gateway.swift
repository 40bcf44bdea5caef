import Basics
import FoundationEssentials
import HTTP
import HTTPTypes
import Pictures

package struct Gateway: Sendable {
    let archive: Archive
    let configuration: GatewayConfiguration
    let images: Images?
    private let calls = DailyCallCounter()

    /// Without images, the paths of pictures are not found.
    package init(archive: Archive, configuration: GatewayConfiguration, images: Images? = nil) {
        self.archive = archive
        self.configuration = configuration
        self.images = images
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

    private func handle(_ request: Request) async throws(GatewayError) -> Response {
        if let image = await images?.respond(to: request) { return image }
        let endpoint = try Endpoint(path: request.path)
        if request.method == .options { return Self.preflight }
        guard request.method == .get || request.method == .head else {
            throw .methodNotAllowed(request.method.rawValue)
        }
        let query = request.queryForm
        if endpoint.isCall { try authorize(query) }
        return try await content(endpoint, query, request)
    }

    /// Checks the credentials, and counts the call for its key. Others may know the public key, so a call with a wrong
    /// hash does not count.
    private func authorize(_ query: Form) throws(GatewayError) {
        // If keys are not checked, all calls count for the same one.
        var countedKey = ""
        if case .keys(let keys) = configuration.access {
            try Credentials.check(query, keys)
            countedKey = query["apikey"] ?? ""
        }
        guard let limit = configuration.dailyLimit else { return }
        let seconds = Int(configuration.now().timeIntervalSince1970.rounded(.down))
        guard calls.count(countedKey, day: seconds / 86_400) <= limit else {
            throw .throttled(retryAfter: 86_400 - seconds % 86_400)
        }
    }

    /// Returns the response to a request that the server refused, such as one with a NUL in its target.
    package static func errorResponse(_ status: HTTPResponse.Status) -> Response {
        switch status {
        case .tooManyRequests: errorResponse(.crowded)
        case .serviceUnavailable: errorResponse(.overloaded)
        default: errorResponse(.malformedRequest(status))
        }
    }

    private static func errorResponse(_ error: GatewayError) -> Response {
        var fields = crossOrigin
        fields[.contentType] = contentType
        if case .methodNotAllowed = error { fields[.allow] = methods }
        if let seconds = error.retryAfter { fields[.retryAfter] = String(seconds) }
        return withNoSniff(Response(status: error.status, fields: fields, body: .bytes(error.body)))
    }

    /// Adds `nosniff`, which stops browsers from guessing another content type.
    private static func withNoSniff(_ response: Response) -> Response {
        var response = response
        response.fields[.xContentTypeOptions] = "nosniff"
        return response
    }

    /// The seconds after which a refused client may try again.
    static let retryDelay = 2
    static let contentType = "application/json; charset=utf-8"
    static let methods = "GET, HEAD, OPTIONS"
}

extension Gateway {
    /// Lets scripts of any origin read a response, its ETag, Link and Retry-After (WHATWG Fetch, CORS protocol).
    static let crossOrigin: HTTPFields = [
        .accessControlAllowOrigin: "*", .accessControlExposeHeaders: "ETag, Link, Retry-After",
    ]

    /// The response to a CORS preflight, which browsers send before a call with fields such as If-None-Match. It needs
    /// no keys and is not counted. Authorization is the one field that the asterisk does not include.
    static let preflight = Response(
        status: .noContent,
        fields: [
            .allow: methods, .accessControlAllowOrigin: "*", .accessControlAllowMethods: methods,
            .accessControlAllowHeaders: "*, Authorization", .accessControlMaxAge: "86400",
        ])
}

/// A call of an endpoint: the list that it reads from the archive, and what its envelope says of the list.
private struct Call: Sendable {
    /// The kind of the objects in the list.
    let kind: Kind
    /// The kind that a 404 names if the archive has no such list.
    let owner: Kind
    var offset = 0
    var limit = ListQuery.defaultLimit
    /// Returns nil if the archive has no such list.
    let read: @Sendable (Archive) async throws -> Archive.ListResult?
}

extension Gateway {
    /// Returns the objects of an endpoint in an envelope, or one of the descriptions of the API.
    private func content(_ endpoint: Endpoint, _ query: Form, _ request: Request) async throws(GatewayError) -> Response
    {
        guard endpoint.isCall else { return try await description(endpoint, request) }
        let call = try call(endpoint, query)
        // Away from the event loop, since a call takes up to some milliseconds.
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(GatewayError) in
            let list = try await reading { () async throws in try await call.read(archive) }
            guard let list else { throw .notFound(call.owner) }
            return envelope(list, of: call, request)
        }
    }

    /// Returns the description of the API for people or for programs.
    private func description(_ endpoint: Endpoint, _ request: Request) async throws(GatewayError) -> Response {
        let overview = try await reading { () async throws in try await archive.overview() }
        let baseURL = baseURL(for: request)
        guard endpoint == .index else {
            let bytes = OpenAPI(self, isRecorded: overview.isFromMarvel, baseURL: baseURL).document.bytes
            return json(bytes, etag: Hex.text(SHA256.hash(data: bytes).prefix(20)), Self.crossOrigin, request)
        }
        guard let page = configuration.overviewPage else { throw .unknownPath(String(request.path)) }
        return page.response(OverviewView(self, overview, baseURL: baseURL))
    }

    private func call(_ endpoint: Endpoint, _ query: Form) throws(GatewayError) -> Call {
        switch endpoint {
        case .list(let kind, let owner):
            let today = Int(configuration.now().timeIntervalSince1970 / 86_400)
            let list = try ListQuery(kind, of: owner, query, today: today)
            return Call(kind: kind, owner: owner?.kind ?? kind, offset: list.offset, limit: list.limit) {
                try await $0.list(list)
            }
        case .object(let kind, let id):
            let facts = try ListQuery.facts(of: kind, query)
            return Call(kind: kind, owner: kind) { try await $0.object(kind, id, facts: facts) }
        case .heroPath(let start, let end):
            _ = try ListQuery.facts(of: nil, query)
            return Call(kind: .characters, owner: .characters) {
                try await $0.heroPath(from: start, to: end)
            }
        case .search, .index, .openAPI:
            let search = try SearchQuery(query)
            return Call(kind: search.kind, owner: search.kind, offset: search.offset, limit: search.limit) {
                try await $0.search(search, configuration.vocabulary)
            }
        }
    }

    private func envelope(_ list: Archive.ListResult, of call: Call, _ request: Request) -> Response {
        let baseURL = baseURL(for: request)
        let envelope = Envelope(list, offset: call.offset, limit: call.limit, baseURL: baseURL)
        var fields = Self.crossOrigin
        // Clients detect by it (RFC 8288) what the service has beyond Marvel's.
        if call.kind == .characters, let link = HTTPField.Name("Link") {
            fields[link] = list.announced.map { "<\(baseURL)/v1/public/\($0.path)>; rel=\"\($0.relation)\"" }
                .joined(separator: ", ")
        }
        return json(envelope.bytes, etag: envelope.etag, fields, request)
    }

    private func json(_ bytes: [UInt8], etag: String, _ fields: HTTPFields, _ request: Request) -> Response {
        var fields = fields
        fields[.eTag] = etag
        if Self.matches(request.fields[.ifNoneMatch], etag) { return Response(status: .notModified, fields: fields) }
        fields[.contentType] = Self.contentType
        return Response(fields: fields, body: .bytes(bytes))
    }

    /// Returns true if If-None-Match contains the tag, unquoted as the gateway sends it or quoted (RFC 9110 section
    /// 13.1.2).
    private static func matches(_ header: String?, _ etag: String) -> Bool {
        // No tag of the gateway contains these.
        let tags = (header ?? "").split(separator: ",").map { $0.filter { !" \t\"W/".contains($0) } }
        return tags.contains(etag) || tags.contains("*")
    }

    /// Reports an error of the archive and throws `internalError` instead. Reports once that its file was replaced.
    private func reading<Value: Sendable>(
        _ body: () async throws -> Value
    ) async throws(GatewayError) -> Value {
        do {
            let value = try await body()
            if let replacement = archive.watch?.newReplacement() { configuration.report(replacement) }
            return value
        } catch {
            configuration.report(error)
            throw .internalError
        }
    }

    /// Returns the base URL of every path: as configured, else from the request's Host, which the server has checked, or
    /// from what a trusted proxy says.
    func baseURL(for request: Request) -> String {
        if let configured = configuration.baseURL { return configured }
        let proxies = configuration.trustedProxies
        let scheme = request.isSecure(behind: proxies) ? "https" : "http"
        return "\(scheme)://\(request.host(behind: proxies) ?? "localhost")"
    }
}
