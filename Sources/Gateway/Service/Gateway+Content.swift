import Basics
import FoundationEssentials
import HTTP
import HTTPTypes

extension Gateway {
    /// Looks up the objects of an endpoint and puts them into an envelope.
    func content(_ endpoint: Endpoint, _ query: QueryString, _ request: Request) async throws(GatewayError) -> Response
    {
        switch endpoint {
        case .list(let kind): return try await list(kind, of: nil, query, request)
        case .related(let kind, let id, let other):
            return try await list(other, of: ListQuery.Owner(kind: kind, id: id), query, request)
        case .object(let kind, let id):
            if let extra = query.parameters.first(where: { !ListQuery.common.contains($0.name) }) {
                throw .unknownParameter(extra.name)
            }
            let found = try await reading { () async throws in try await archive.object(kind, id) }
            guard let found else { throw .notFound(kind) }
            return envelope(found, offset: 0, limit: 20, request)
        case .index: throw .unknownPath(String(request.path))
        }
    }

    private func list(
        _ kind: Kind, of owner: ListQuery.Owner?, _ query: QueryString, _ request: Request
    ) async throws(GatewayError) -> Response {
        let today = Int(configuration.now().timeIntervalSince1970 / 86_400)
        let question = try ListQuery(kind, of: owner, query, today: today)
        let found = try await reading { () async throws in try await archive.list(question) }
        guard let found else { throw .notFound(owner?.kind ?? kind) }
        return envelope(found, offset: question.offset, limit: question.limit, request)
    }

    private func envelope(_ found: Archive.ListResult, offset: Int, limit: Int, _ request: Request) -> Response {
        let envelope = Envelope(
            found, offset: offset, limit: limit, attribution: found.isMarvels ? .marvel : .catalogue,
            baseURL: baseURL(for: request))
        var fields = Self.crossOrigin
        fields[.eTag] = envelope.etag
        if Self.knows(request.fields[.ifNoneMatch], envelope.etag) {
            return Response(status: .notModified, fields: fields)
        }
        fields[.contentType] = Self.contentType
        return Response(fields: fields, body: .bytes(envelope.bytes))
    }

    /// Returns whether If-None-Match holds this tag, bare as it was given or quoted as RFC 9110 section 13.1.2 asks.
    private static func knows(_ header: String?, _ etag: String) -> Bool {
        guard let header else { return false }
        return header.utf8.split(separator: UInt8(ascii: ",")).contains { tag in
            let spelled = tag.filter { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: "\"") }
            let bare = spelled.starts(with: "W/".utf8) ? spelled.dropFirst(2) : spelled[...]
            return bare.elementsEqual(etag.utf8) || bare.elementsEqual("*".utf8)
        }
    }

    /// An archive that cannot be read is a failure of the service, whatever its reason.
    private func reading<Value: Sendable>(
        _ body: () async throws -> Value
    ) async throws(GatewayError) -> Value {
        do {
            return try await body()
        } catch {
            configuration.report(error)
            throw .failed
        }
    }

    /// The prefix of every path: as configured, or the address by which the caller came.
    func baseURL(for request: Request) -> String {
        if let configured = configuration.baseURL { return configured }
        let host = request.host.flatMap { Self.isHost($0) ? $0 : nil }
        return "http://\(host ?? "localhost")"
    }

    /// Letters, digits and the marks of host names, ports and IPv6 addresses; nothing else is echoed.
    private static func isHost(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.count < 256
            && host.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-.:[]_".utf8.contains($0) }
    }
}
