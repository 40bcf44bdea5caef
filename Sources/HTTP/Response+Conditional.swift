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
            return codings.first { coding in tags.contains { $0.opaque == coding.tag(tag).opaque } }
        }
        guard let since = request.fields[.ifModifiedSince].flatMap({ HTTPDate($0) }), let modified else { return nil }
        return modified <= since ? codings.first : nil
    }

    private static func isAny(_ condition: String) -> Bool { condition.utf8.trimmingBlanks().elementsEqual("*".utf8) }
}

extension Response {
    /// Returns the requested part of the bytes for a GET (RFC 9110 section 14): 206, or 416 if the part is beyond the
    /// end. For several parts, units other than bytes and malformed ranges, returns the complete response.
    package func range(for request: Request) -> Response {
        guard status == .ok, request.method == .get, case .bytes(let bytes) = body,
            let requested = request.fields[.range].flatMap({ ByteRange($0) }), ifRangeMatches(request)
        else { return self }
        var part = self
        if let range = requested.resolved(in: bytes.count) {
            part.status = .partialContent
            part.fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"
            part.body = .bytes(Array(bytes[range]))
        } else {
            part.status = .rangeNotSatisfiable
            part.fields[.contentRange] = "bytes */\(bytes.count)"
            part.fields[.contentType] = nil
            part.fields[.cacheControl] = "no-store"
            part.body = .bytes([])
        }
        return part
    }

    /// Returns true if If-Range is absent or matches exactly this content (RFC 9110 section 13.1.5).
    private func ifRangeMatches(_ request: Request) -> Bool {
        guard let condition = request.fields[.ifRange] else { return true }
        if let tag = ETag(field: condition) {
            return self.tag?.stronglyMatches(tag) ?? false
        }
        return HTTPDate(condition) != nil && condition == fields[.lastModified]
    }
}

/// A byte range of a Range field: `bytes=0-99`, `bytes=100-` or `bytes=-100`.
struct ByteRange: Hashable, Sendable {
    private let first: Int?
    private let last: Int?

    init?(_ field: String) {
        let text = field.utf8.trimmingBlanks()
        guard text.prefix(6).equalsIgnoringCase("bytes=".utf8) else { return nil }
        let ends = text.dropFirst(6).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy(\.isDigit) }) else { return nil }
        // A number beyond Int has the same meaning as the largest one.
        first = ends[0].isEmpty ? nil : Int(String(decoding: ends[0], as: UTF8.self)) ?? .max
        last = ends[1].isEmpty ? nil : Int(String(decoding: ends[1], as: UTF8.self)) ?? .max
        guard first != nil || last != nil, (first ?? 0) <= (last ?? .max) else { return nil }
    }

    /// Returns the range of a body with this number of bytes; nil if it is not satisfiable.
    func resolved(in count: Int) -> Range<Int>? {
        guard let first else { return last == 0 || count == 0 ? nil : max(0, count - (last ?? 0))..<count }
        return first < count ? first..<min(count - 1, last ?? .max) + 1 : nil
    }
}
