import Basics
import HTTPTypes

extension Response {
    /// Evaluates the request's conditions (RFC 9110 section 13.2.2) for a 200 to GET or HEAD: returns 412 if a
    /// precondition fails, 304 if the client has the content, otherwise this response. The client may have the content
    /// uncompressed, or compressed by `compressing`.
    package func conditional(on request: Request) -> Response {
        guard status == .ok, request.method == .get || request.method == .head else { return self }
        guard meetsPrecondition(of: request) else {
            return Response(status: .preconditionFailed, fields: [.cacheControl: "no-store"])
        }
        guard let coding = cachedCoding(for: request, among: codings(for: AcceptEncoding(request))) else { return self }
        return notModified(coding)
    }

    /// Returns the 304 for a client that has the content in this coding.
    func notModified(_ coding: ContentCoding) -> Response {
        var fields = fields
        // Removes the fields of the body; section 15.4.5 requires the others, such as cookies and policies.
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

    /// Returns true if If-Match lists this content, or, without that field, if it is unmodified since
    /// If-Unmodified-Since.
    private func meetsPrecondition(of request: Request) -> Bool {
        if let condition = request.fields[.ifMatch] {
            if Self.isAny(condition) { return true }
            guard let tag, let tags = ETag.list(condition) else { return false }
            return [ContentCoding.identity, .gzip].contains { tags.contains(where: $0.tag(tag).stronglyMatches) }
        }
        guard let since = request.fields[.ifUnmodifiedSince].flatMap({ HTTPDate($0) }), let modified else {
            return true
        }
        return modified <= since
    }

    /// Returns the coding in which the client has the content; nil if it has none, or sends no condition.
    private func cachedCoding(for request: Request, among codings: [ContentCoding]) -> ContentCoding? {
        if let condition = request.fields[.ifNoneMatch] {
            guard let tag else { return nil }
            if Self.isAny(condition) { return codings.first }
            guard let tags = ETag.list(condition) else { return nil }
            return codings.first { tags.contains(where: $0.tag(tag).weaklyMatches) }
        }
        guard let since = request.fields[.ifModifiedSince].flatMap({ HTTPDate($0) }), let modified else { return nil }
        return modified <= since ? codings.first : nil
    }

    private static func isAny(_ condition: String) -> Bool { condition.utf8.trimmingBlanks().elementsEqual("*".utf8) }
}
