import Basics
import FoundationEssentials
import HTTP
import HTTPTypes

extension Gateway {
    /// Returns the objects of an endpoint in an envelope, or the overview page.
    func content(_ endpoint: Endpoint, _ query: QueryString, _ request: Request) async throws(GatewayError) -> Response
    {
        switch endpoint {
        case .list(let kind): return try await list(kind, of: nil, query, request)
        case .related(let kind, let id, let other):
            return try await list(other, of: ListQuery.ObjectID(kind: kind, id: id), query, request)
        case .object(let kind, let id):
            let facts = try ListQuery.facts(of: kind, query)
            let list = try await reading { () async throws in try await archive.object(kind, id, facts: facts) }
            guard let list else { throw .notFound(kind) }
            return envelope(list, of: kind, offset: 0, limit: 20, request)
        case .index:
            guard let page = configuration.overviewPage else { throw .unknownPath(String(request.path)) }
            let overview = try await reading { () async throws in try await archive.overview() }
            return page.response(OverviewView(self, overview, baseURL: baseURL(for: request)))
        }
    }

    private func list(
        _ kind: Kind, of owner: ListQuery.ObjectID?, _ query: QueryString, _ request: Request
    ) async throws(GatewayError) -> Response {
        let today = Int(configuration.now().timeIntervalSince1970 / 86_400)
        let listQuery = try ListQuery(kind, of: owner, query, today: today)
        let list = try await reading { () async throws in try await archive.list(listQuery) }
        guard let list else { throw .notFound(owner?.kind ?? kind) }
        return envelope(list, of: kind, offset: listQuery.offset, limit: listQuery.limit, request)
    }

    private func envelope(
        _ list: Archive.ListResult, of kind: Kind, offset: Int, limit: Int, _ request: Request
    ) -> Response {
        let baseURL = baseURL(for: request)
        let envelope = Envelope(
            list, offset: offset, limit: limit, attribution: list.isFromMarvel ? .marvel : .catalogue, baseURL: baseURL)
        var fields = Self.crossOrigin
        // Clients detect by it (RFC 8288) that characters can be searched and have facts.
        if kind == .characters, let link = HTTPField.Name("Link") {
            fields[link] = "<\(baseURL)/v1/public/characters?search=>; rel=\"search\""
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

    /// Returns the base URL of every path: as configured, else from the request's Host.
    func baseURL(for request: Request) -> String {
        if let configured = configuration.baseURL { return configured }
        let host = request.host.flatMap { Self.isHost($0) ? $0 : nil }
        return "http://\(host ?? "localhost")"
    }

    /// Returns true for letters, digits and the punctuation of host names, ports and IPv6 addresses; nothing else is
    /// echoed.
    private static func isHost(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.count < 256
            && host.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-.:[]_".utf8.contains($0) }
    }
}
