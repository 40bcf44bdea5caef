import Basics

extension Request {
    /// The path's segments, each percent-decoded: `/` has one empty segment, `/a/` has "a" and "".
    ///
    /// An encoded slash, backslash, NUL or dot does not split its segment, and empty segments are included, so `//` is
    /// not `/`. Nil if an encoding is malformed.
    package var pathSegments: [String]? {
        var segments: [String] = []
        for segment in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let decoded = PercentEncoding.decode(segment) else { return nil }
            segments.append(decoded)
        }
        return segments
    }

    /// The query's fields; none without a query.
    package var queryForm: Form { Form(urlEncoded: query.utf8) }

    /// The body's fields; nil if the body is no `application/x-www-form-urlencoded`.
    package var form: Form? {
        guard let type = fields[.contentType] else { return nil }
        let essence = type.utf8.prefix { $0 != UInt8(ascii: ";") }.trimmingBlanks()
        guard essence.equalsIgnoringCase("application/x-www-form-urlencoded") else { return nil }
        return Form(urlEncoded: body)
    }
}
