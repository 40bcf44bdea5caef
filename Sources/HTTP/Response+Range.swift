import HTTPTypes

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
            return fields[.eTag].flatMap { ETag(field: $0) }?.stronglyMatches(tag) ?? false
        }
        return HTTPDate(condition) != nil && condition == fields[.lastModified]
    }
}
