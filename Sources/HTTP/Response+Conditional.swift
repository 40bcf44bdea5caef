import Basics
import HTTPTypes

extension Response {
    /// This response, or what the request's conditions make of it (RFC 9110 section 13.2.2) where it is a 200 to GET or
    /// HEAD: 412 where it is not the content that the client means, 304 where the client has it already. The client may
    /// hold its content as it is, or compressed as `compressing` sends it.
    package func conditional(on request: Request) -> Response {
        guard status == .ok, request.method == .get || request.method == .head else { return self }
        guard isMeant(by: request) else {
            return Response(status: .preconditionFailed, fields: [.cacheControl: "no-store"])
        }
        guard let coding = coding(keptBy: request, of: codings(for: AcceptEncoding(request))) else { return self }
        return notModified(coding)
    }

    /// What a client gets that has this content already, in this coding.
    func notModified(_ coding: ContentCoding) -> Response {
        var fields = fields
        // What describes the body goes; section 15.4.5 asks for the rest, cookies and policies among it.
        for name in [
            HTTPField.Name.contentType, .contentLength, .contentEncoding, .contentLanguage, .contentRange,
            .acceptRanges,
        ] { fields[name] = nil }
        if fields[.eTag] != nil { fields[.lastModified] = nil }
        if let tag { fields[.eTag] = coding.tag(tag).text }
        if isNegotiable { fields.vary(by: .acceptEncoding) }
        return Response(status: .notModified, fields: fields)
    }

    var tag: ETag? { fields[.eTag].flatMap { ETag(field: $0) } }

    private var modified: HTTPDate? { fields[.lastModified].flatMap { HTTPDate($0) } }

    /// Whether If-Match names this content, or without it If-Unmodified-Since a moment since when it is the same.
    private func isMeant(by request: Request) -> Bool {
        if let condition = request.fields[.ifMatch] {
            if Self.isAny(condition) { return true }
            guard let tag, let meant = ETag.list(condition) else { return false }
            return [ContentCoding.identity, .gzip].contains { meant.contains(where: $0.tag(tag).stronglyMatches) }
        }
        guard let since = request.fields[.ifUnmodifiedSince].flatMap({ HTTPDate($0) }), let modified else {
            return true
        }
        return modified <= since
    }

    /// The coding in which the client has the content already; nil where it has not, or does not say.
    private func coding(keptBy request: Request, of codings: [ContentCoding]) -> ContentCoding? {
        if let condition = request.fields[.ifNoneMatch] {
            guard let tag else { return nil }
            if Self.isAny(condition) { return codings.first }
            guard let kept = ETag.list(condition) else { return nil }
            return codings.first { kept.contains(where: $0.tag(tag).weaklyMatches) }
        }
        guard let since = request.fields[.ifModifiedSince].flatMap({ HTTPDate($0) }), let modified else { return nil }
        return modified <= since ? codings.first : nil
    }

    private static func isAny(_ condition: String) -> Bool { condition.utf8.trimmingBlanks().elementsEqual("*".utf8) }
}
