import HTTPTypes

extension Response {
    /// This response, or the part of its bytes that a GET asks for (RFC 9110 section 14): 206, or 416 where the part
    /// lies beyond the end. Several parts, units other than bytes and malformed ranges get the whole.
    package func range(askedBy request: Request) -> Response {
        guard status == .ok, request.method == .get, case .bytes(let bytes) = body,
            let asked = request.fields[.range].flatMap({ ByteRange($0) }), isUnchanged(forRangeOf: request)
        else { return self }
        var part = self
        if let range = asked.resolved(in: bytes.count) {
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

    /// Whether If-Range, where it is sent, names exactly this content (RFC 9110 section 13.1.5).
    private func isUnchanged(forRangeOf request: Request) -> Bool {
        guard let condition = request.fields[.ifRange] else { return true }
        if let tag = ETag(field: condition) {
            return fields[.eTag].flatMap { ETag(field: $0) }?.stronglyMatches(tag) ?? false
        }
        return HTTPDate(condition) != nil && condition == fields[.lastModified]
    }
}
