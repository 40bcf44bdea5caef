import Basics
import Glibc
import HTTPTypes

/// Has the handler's answers sent in the coding that the client likes best (RFC 9110 section 12.5.3): texts of any
/// kind compressed with gzip, and each part of a stream so that it can be read at once. An answer that neither the
/// client nor this side can code in a way that the client takes is replaced by `unacceptable`, 406.
///
/// Compressed pages tell an eavesdropper by their length what they repeat of what they were asked for (BREACH). The
/// site's pages repeat a search, but hold no secret beside it that could be guessed piece by piece: no tokens, neither
/// cookies nor keys. Which heroes a visitor keeps is not found out
/// either: a page on behalf of another site comes without the visitor's cookie (SameSite=Lax), unless the browser
/// leaves that site for it.
package func compressing(
    _ handler: @escaping Handler, by compression: Compression = Compression(),
    unacceptable: @escaping @Sendable (Request) -> Response = { _ in
        Problem(status: .notAcceptable, title: "Only gzip and identity are known as content codings").response
    }
) -> Handler {
    return { request in
        let response = await handler(request)
        if let coded = compression.coded(response, for: request) { return coded }
        var refusal = unacceptable(request)
        refusal.fields.vary(by: .acceptEncoding)
        return refusal
    }
}

/// Compresses answers while they are made.
package struct Compression: Sendable {
    /// A page of 22.8 kB takes at level 1 31 µs and 3,108 bytes, at level 4 59 µs and 2,892, at level 6 80 µs and 2,830.
    static let level: Int32 = 1

    private let pool = DeflaterPool(level: level, count: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) * 2)

    private let isAlways: Bool

    /// Compresses, if `always`, what becomes larger by it, too.
    package init(always: Bool = false) { isAlways = always }

    /// The answer in the coding that the client prefers; nil where it takes none of those that there are.
    package func coded(_ response: Response, for request: Request) -> Response? {
        var response = response
        // What it would have been an answer to is not known here; one dependency too many does no harm.
        if response.status == .notModified { response.fields.vary(by: .acceptEncoding) }
        guard response.isNegotiable else { return response }
        response.fields.vary(by: .acceptEncoding)
        let acceptance = AcceptEncoding(request)
        switch isAlways ? acceptance.preferred : response.preferred(by: acceptance) {
        case .gzip: return compressed(response, isForced: isAlways || !acceptance.allows(.identity))
        case .identity: return response
        // What went wrong is told all the same, and what was done is not denied.
        case nil: return response.status == .ok && [.get, .head].contains(request.method) ? nil : response
        }
    }

    /// The answer compressed; as it is where it would become no smaller, unless that is forced.
    private func compressed(_ response: Response, isForced: Bool) -> Response {
        var response = response
        switch response.body {
        case .bytes: return response.gzipped(by: pool, isForced: isForced) ?? response
        case .stream(let produce):
            response.body = .stream(compressed(produce))
            response.fields.describeGzip()
            return response
        }
    }

    private func compressed(
        _ produce: @escaping @Sendable (BodyWriter) async throws -> Void
    ) -> @Sendable (BodyWriter) async throws -> Void {
        { [pool] writer in
            let member = Locked(GzipMember())
            let compressing = BodyWriter { content in
                guard !content.isEmpty else { return }
                guard let part = member.withLock({ $0.part(content, by: pool) }) else { throw CompressionFailure() }
                try await writer.write(part)
            }
            try await produce(compressing)
            try await writer.write(member.withLock { $0.end() })
        }
    }
}

/// Cuts a stream whose next part cannot be compressed.
private struct CompressionFailure: Error {}

extension Response {
    /// Returns the response with its whole content compressed; nil if that does not make it smaller and is not forced.
    func gzipped(by pool: DeflaterPool, isForced: Bool = false) -> Response? {
        guard case .bytes(let bytes) = body, let output = GzipMember.whole(bytes, by: pool),
            isForced || output.count < bytes.count
        else { return nil }
        var response = self
        response.body = .bytes(output)
        response.fields.describeGzip()
        return response
    }
}

extension HTTPFields {
    /// Turns the fields of content into those of the same content compressed.
    mutating func describeGzip() {
        self[.contentEncoding] = "gzip"
        self[.contentLength] = nil
        // Parts are those of the content as it is.
        self[.acceptRanges] = nil
        if let tag = self[.eTag].flatMap({ ETag(field: $0) }), !tag.isWeak {
            self[.eTag] = ContentCoding.gzip.tag(tag).text
        }
    }
}
