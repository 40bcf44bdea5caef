import HTTPTypes

/// A complete response that is sent many times, with the same bytes each time: uncompressed, compressed, and as 304.
package final class CachedResponse: Sendable {
    /// The content in one coding.
    private struct Variant: Sendable {
        let response: Response
        let full: SerializedResponse
        /// The 304 for a client with the content in this coding; nil without a tag.
        let notModified: SerializedResponse?
        let tag: [UInt8]

        init?(_ response: Response, _ coding: ContentCoding, of plain: Response) {
            guard let full = SerializedResponse(response) else { return nil }
            (self.response, self.full) = (response, full)
            guard let tag = response.fields[.eTag] else {
                (notModified, self.tag) = (nil, [])
                return
            }
            var notModified = plain.notModified(coding)
            // As in `compressing`, for any content.
            notModified.fields.vary(by: .acceptEncoding)
            (self.notModified, self.tag) = (SerializedResponse(notModified), Array(tag.utf8))
        }

        var cost: Int { full.head.count + full.body.count + (notModified?.head.count ?? 0) + 1024 }
    }

    /// Nil if only the compressed content is stored.
    private let plain: Variant?
    /// Nil if compression does not make the content smaller.
    private let gzip: Variant?

    /// Stores the response in both codings, compressed at this level. Returns nil for a streamed response.
    package init?(_ response: Response, level: Int32 = 9) {
        var response = response
        let isNegotiable = response.isNegotiable
        if isNegotiable { response.fields.vary(by: .acceptEncoding) }
        guard let plain = Variant(response, .identity, of: response) else { return nil }
        self.plain = plain
        let isCompressed = isNegotiable && plain.full.body.count >= Response.compressionMinimum
        gzip = isCompressed ? response.gzipped(level: level).flatMap { Variant($0, .gzip, of: response) } : nil
    }

    /// Stores the response in the coding that the request prefers. Returns nil for a streamed response, and if the
    /// request accepts no coding.
    package init?(_ response: Response, for request: Request) {
        guard response.isNegotiable, let coding = response.preferred(by: AcceptEncoding(request)) else { return nil }
        var response = response
        response.fields.vary(by: .acceptEncoding)
        let gzip = coding == .gzip ? response.gzipped() : nil
        guard let variant = Variant(gzip ?? response, gzip == nil ? .identity : .gzip, of: response) else { return nil }
        (plain, self.gzip) = gzip == nil ? (variant, nil) : (nil, variant)
    }

    /// The approximate size in memory, in bytes.
    package var cost: Int { (plain?.cost ?? 0) + (gzip?.cost ?? 0) }

    /// Returns the response to the request: 304, a part, or the complete content in the coding that the client prefers;
    /// parts are those of the uncompressed content.
    package func respond(to request: Request) -> Response {
        guard let plain else { return gzip?.response ?? Response(status: .notAcceptable) }
        let acceptance = AcceptEncoding(request)
        let response = plain.response.conditional(on: request)
        guard response.status == .ok else { return response }
        if plain.response.fields[.acceptRanges] != nil, acceptance.allows(.identity) {
            let part = plain.response.range(for: request)
            if part.status != .ok { return part }
        }
        return acceptance.preferred == .gzip ? gzip?.response ?? plain.response : plain.response
    }

    /// The stored response in one coding, for requests that are known to prefer it.
    package var serialized: SerializedResponse? { (gzip ?? plain)?.full }

    /// Returns the same response from a request's head alone; nil if the request has a range or other conditions.
    package func immediateResponse(to head: RequestHead) -> SerializedResponse? {
        guard head.method == .get || head.method == .head else { return nil }
        let acceptance = AcceptEncoding(head)
        guard !Self.conditions.contains(where: { head.value($0) != nil }) else { return nil }
        if let condition = head.value("if-none-match") {
            guard !head.hasMultiple("if-none-match") else { return nil }
            return content(acceptance) { condition.elementsEqual($0.tag) }?.notModified
        }
        guard head.value("if-modified-since") == nil else { return nil }
        return content(acceptance) { _ in true }?.full
    }

    private static let conditions: [StaticString] = ["range", "if-range", "if-match", "if-unmodified-since"]

    /// Returns the matching variant in the preferred coding, or else in the other; nil if the client accepts neither.
    private func content(_ acceptance: AcceptEncoding, _ matches: (Variant) -> Bool) -> Variant? {
        let compressed = acceptance.allows(.gzip) ? gzip.flatMap { matches($0) ? $0 : nil } : nil
        if acceptance.preferred == .gzip, let compressed { return compressed }
        guard let plain, acceptance.allows(.identity), matches(plain) else { return compressed }
        return plain
    }
}
