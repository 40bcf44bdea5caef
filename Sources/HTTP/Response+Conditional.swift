import HTTPTypes

extension Response {
    /// This response, or 304 where the client already has it: for a 200 to GET or HEAD with an ETag, by If-None-Match,
    /// or else with Last-Modified by If-Modified-Since (RFC 9110 section 13.2.2).
    package func unlessKept(by request: Request) -> Response {
        guard status == .ok, request.method == .get || request.method == .head, isKept(by: request) else { return self }
        var fields = fields
        // What describes the body goes; section 15.4.5 asks for the rest, cookies and policies among it.
        for name in [
            HTTPField.Name.contentType, .contentLength, .contentEncoding, .contentLanguage, .contentRange,
            .acceptRanges,
        ] { fields[name] = nil }
        if fields[.eTag] != nil { fields[.lastModified] = nil }
        return Response(status: .notModified, fields: fields)
    }

    private func isKept(by request: Request) -> Bool {
        if let condition = request.fields[.ifNoneMatch] {
            guard let tag = fields[.eTag].flatMap({ ETag(field: $0) }) else { return false }
            if condition.utf8.trimmingBlanks().elementsEqual("*".utf8) { return true }
            return ETag.list(condition)?.contains(where: tag.weaklyMatches) ?? false
        }
        guard let since = request.fields[.ifModifiedSince].flatMap({ HTTPDate($0) }),
            let modified = fields[.lastModified].flatMap({ HTTPDate($0) })
        else { return false }
        return modified <= since
    }
}
