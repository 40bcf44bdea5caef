import Basics
import FoundationEssentials
import HTTP
import HTTPTypes

/// The Marvel-compatible service over an archive.
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
        if endpoint != .index { try authorize(query) }
        return try await content(endpoint, query, request)
    }

    /// Counts the call for its key, even if it is then refused, and checks the credentials.
    private func authorize(_ query: Form) throws(GatewayError) {
        let countedKey: String
        switch configuration.access {
        // Keys are not checked, so all calls count for the same key.
        case .open: countedKey = ""
        case .keys(let keys):
            guard let key = query["apikey"], keys[key] != nil else { return try Credentials.check(query, keys) }
            countedKey = key
        }
        if let limit = configuration.dailyLimit {
            let seconds = Int(configuration.now().timeIntervalSince1970.rounded(.down))
            guard calls.count(countedKey, day: seconds / 86_400) <= limit else {
                throw .throttled(retryAfter: 86_400 - seconds % 86_400)
            }
        }
        if case .keys(let keys) = configuration.access { try Credentials.check(query, keys) }
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

/// An endpoint of the API, parsed from a path.
enum Endpoint: Hashable, Sendable {
    case list(Kind)
    case object(Kind, id: Int)
    /// The objects of a kind that are related to one object.
    case related(Kind, id: Int, Kind)
    /// The shortest way from one character to another.
    case connection(from: Int, to: Int)
    case search
    case index

    /// Throws `unknownPath` if the path has no endpoint.
    init(path: Substring) throws(GatewayError) {
        var segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { PercentEncoding.decodeLeniently($0, plusAsSpace: false) }
        segments.removeFirst()
        // Many clients send a trailing slash.
        if segments.last == "" { segments.removeLast() }
        switch segments.count {
        case 0: self = .index
        case 3...5 where segments[0] == "v1" && segments[1] == "public":
            if segments.count == 3, segments[2] == "search" { self = .search; return }
            guard let kind = Kind(rawValue: segments[2]) else { throw .unknownPath(String(path)) }
            guard segments.count > 3 else { self = .list(kind); return }
            // No object has the id 0, which is used for an invalid one.
            let id = Digits.id(segments[3]) ?? 0
            guard segments.count > 4 else { self = .object(kind, id: id); return }
            guard let other = kind.related.first(where: { $0.rawValue == segments[4] }) else {
                throw .unknownPath(String(path))
            }
            self = .related(kind, id: id, other)
        case 6 where segments[..<3] == ["v1", "public", "characters"] && segments[4] == "to":
            self = .connection(from: Digits.id(segments[3]) ?? 0, to: Digits.id(segments[5]) ?? 0)
        default: throw .unknownPath(String(path))
        }
    }
}

/// The settings of a gateway. Clock and randomness are values, so tests can set them.
package struct GatewayConfiguration: Sendable {
    /// The base URL of every URL in responses: `http://host:port`, or empty for paths only. If nil, the Host of each
    /// request is used.
    package var baseURL: String?
    package var access: Access
    /// The number of calls a key may make in a day (UTC), including refused ones; nil for no limit.
    package var dailyLimit: Int?
    /// The delay of each response, in milliseconds.
    package var delay = 0
    /// The percentage of calls that fail with 500.
    package var failPercent = 0.0
    /// The searches and lists of more than 20 objects of a network that run at once and that wait for them: one takes
    /// milliseconds of a processor, and the others are left to other calls.
    package var longCalls = NetworkLimit(running: 1, waiting: 63)
    /// The page at the root; nil for none.
    package var overviewPage: OverviewPage?
    package var thesaurus = Thesaurus()
    package var now: @Sendable () -> Date
    /// Returns a number in 0..<1 for each call; the call fails if it is below `failPercent` / 100.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// Logs the errors of reading the archive.
    package var report: @Sendable (any Error) -> Void = { _ in }

    /// The access control of API calls.
    package enum Access: Sendable {
        /// Calls need a valid hash of one of these keys: public to private.
        case keys([String: String])
        /// Calls need no credentials.
        case open
    }

    package init(
        baseURL: String? = nil, access: Access, dailyLimit: Int? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.baseURL, self.access, self.dailyLimit, self.now) = (baseURL, access, dailyLimit, now)
    }
}

extension Gateway {
    /// Returns the objects of an endpoint in an envelope, or the overview page.
    func content(_ endpoint: Endpoint, _ query: Form, _ request: Request) async throws(GatewayError) -> Response {
        switch endpoint {
        case .list(let kind): return try await list(kind, of: nil, query, request)
        case .related(let kind, let id, let other):
            return try await list(other, of: ListQuery.ObjectID(kind: kind, id: id), query, request)
        case .object(let kind, let id):
            let facts = try ListQuery.facts(of: kind, query)
            let list = try await reading { () async throws in try await archive.object(kind, id, facts: facts) }
            guard let list else { throw .notFound(kind) }
            return envelope(list, of: kind, offset: 0, limit: 20, request)
        case .connection(let start, let end):
            _ = try ListQuery.facts(of: nil, query)
            return try await long(request) { () async throws(GatewayError) in
                let steps = try await reading { () async throws in try await archive.connection(from: start, to: end) }
                guard let steps else { throw .notFound(.characters) }
                return envelope(steps, of: .characters, offset: 0, limit: 20, request)
            }
        case .search: return try await search(SearchQuery(query), request)
        case .index:
            guard let page = configuration.overviewPage else { throw .unknownPath(String(request.path)) }
            let overview = try await reading { () async throws in try await archive.overview() }
            return page.response(OverviewView(self, overview, baseURL: baseURL(for: request)))
        }
    }

    private func list(
        _ kind: Kind, of owner: ListQuery.ObjectID?, _ query: Form, _ request: Request
    ) async throws(GatewayError) -> Response {
        let today = Int(configuration.now().timeIntervalSince1970 / 86_400)
        let listQuery = try ListQuery(kind, of: owner, query, today: today)
        let respond = { @Sendable () async throws(GatewayError) -> Response in
            let list = try await reading { () async throws in try await archive.list(listQuery) }
            guard let list else { throw GatewayError.notFound(owner?.kind ?? kind) }
            return envelope(list, of: kind, offset: listQuery.offset, limit: listQuery.limit, request)
        }
        guard listQuery.search != nil || listQuery.limit > 20 else { return try await respond() }
        return try await long(request, respond)
    }

    private func search(_ query: SearchQuery, _ request: Request) async throws(GatewayError) -> Response {
        try await long(request) { () async throws(GatewayError) in
            let list = try await reading { () async throws in
                try await archive.search(query, configuration.thesaurus)
            }
            guard let list else { throw .notFound(query.kind) }
            return envelope(list, of: query.kind, offset: query.offset, limit: query.limit, request)
        }
    }

    /// Runs a call that takes milliseconds away from the event loop, within the limit of the client's network.
    private func long(
        _ request: Request, _ respond: @Sendable @escaping () async throws(GatewayError) -> Response
    ) async throws(GatewayError) -> Response {
        let network = request.client(behind: [])?.network ?? []
        let response = try await configuration.longCalls.run(for: network) { () async throws(GatewayError) in
            try await withTaskExecutorPreference(globalConcurrentExecutor, operation: respond)
        }
        guard let response else { throw .throttled(retryAfter: 1) }
        return response
    }

    private func envelope(
        _ list: Archive.ListResult, of kind: Kind, offset: Int, limit: Int, _ request: Request
    ) -> Response {
        let baseURL = baseURL(for: request)
        let envelope = Envelope(
            list, offset: offset, limit: limit, attribution: list.isFromMarvel ? .marvel : .catalogue, baseURL: baseURL)
        var fields = Self.crossOrigin
        // Clients detect by it (RFC 8288) what the service has beyond Marvel's.
        if kind == .characters, let link = HTTPField.Name("Link") {
            let links = ["characters?search=", "search?q="].map { ($0, "search") }
            let kinds = list.announced.map { ($0.rawValue, $0.rawValue) }
            fields[link] = (links + kinds).map { "<\(baseURL)/v1/public/\($0)>; rel=\"\($1)\"" }
                .joined(separator: ", ")
        }
        fields[.eTag] = envelope.etag
        if Self.matches(request.fields[.ifNoneMatch], envelope.etag) {
            return Response(status: .notModified, fields: fields)
        }
        fields[.contentType] = Self.contentType
        return Response(fields: fields, body: .bytes(envelope.bytes))
    }

    /// Returns true if If-None-Match contains the tag, unquoted as the gateway sends it or quoted (RFC 9110 section
    /// 13.1.2).
    private static func matches(_ header: String?, _ etag: String) -> Bool {
        guard let header else { return false }
        return header.utf8.split(separator: UInt8(ascii: ",")).contains { tag in
            let unquoted = tag.filter { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: "\"") }
            let bare = unquoted.starts(with: "W/".utf8) ? unquoted.dropFirst(2) : unquoted[...]
            return bare.elementsEqual(etag.utf8) || bare.elementsEqual("*".utf8)
        }
    }

    /// Reports an error of the archive and throws `internalError` instead.
    private func reading<Value: Sendable>(
        _ body: () async throws -> Value
    ) async throws(GatewayError) -> Value {
        do {
            return try await body()
        } catch {
            configuration.report(error)
            throw .internalError
        }
    }

    /// Returns the base URL of every path: as configured, else from the request's Host, which the server has checked.
    func baseURL(for request: Request) -> String {
        if let configured = configuration.baseURL { return configured }
        return "http://\(request.host ?? "localhost")"
    }
}
