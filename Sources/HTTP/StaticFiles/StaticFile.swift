import Basics
import HTTPTypes

/// One file with what never changes about its answers.
struct StaticFile: Sendable {
    /// The first 10 hexadecimal digits of the content's hash.
    let version: String
    private let asItIs: Response
    /// Nil for what compression does not make smaller.
    private let compressed: Response?

    init(name: String, bytes: [UInt8], modified: HTTPDate) {
        let hash = FNV1a(bytes)
        version = String(hash.text.prefix(10))
        var response = Response(
            fields: [
                .contentType: MediaType.of(fileName: name), .eTag: "\"\(hash.text)\"", .lastModified: modified.text,
                .acceptRanges: "bytes",
            ], body: .bytes(bytes))
        if response.fields[.contentType]?.hasPrefix("image/svg+xml") == true {
            response.fields[.contentSecurityPolicy] = MediaType.picturePolicy
        }
        compressed = response.compressedOnce()
        if response.isNegotiable { response.fields.vary(by: .acceptEncoding) }
        asItIs = response
    }

    /// What the request asks for: nothing new, a part, or the whole in the coding that the client prefers. Parts are
    /// those of the file as it is. Asked for by its version the file may be kept for ever, by its bare name it is to be
    /// asked for each time.
    func respond(to request: Request) -> Response {
        let acceptance = AcceptEncoding(request)
        let caching = request.queryForm["v"] == version ? "public, max-age=31536000, immutable" : "no-cache"
        let whole = asItIs.kept(caching)
        let answer = whole.conditional(on: request, codings: codings(for: acceptance))
        guard answer.status == .ok else { return answer }
        if acceptance.allows(.identity) {
            let part = whole.range(askedBy: request)
            if part.status != .ok { return part }
        }
        return acceptance.preferred == .gzip ? compressed?.kept(caching) ?? whole : whole
    }

    private func codings(for acceptance: AcceptEncoding) -> [ContentCoding] {
        compressed == nil ? [.identity] : asItIs.codings(for: acceptance)
    }
}

extension Response {
    fileprivate func kept(_ caching: String) -> Response {
        var response = self
        response.fields[.cacheControl] = caching
        return response
    }
}
