import Basics
import Glibc
import HTTPTypes

/// Returns a handler that sends responses in the coding that the client prefers (RFC 9110 section 12.5.3): texts are
/// compressed with gzip, and each part of a stream so that it can be read at once. If the client accepts no available
/// coding, `unacceptable` creates the response, 406.
///
/// The length of a compressed page reveals to an eavesdropper which text of the request it repeats (BREACH). The site's
/// pages repeat a search, but contain no secret that could be guessed piece by piece: no tokens, cookies or keys. A
/// visitor's favourites do not leak either: a request from another site has no cookie (SameSite=Lax), unless the
/// browser navigates to this one.
package func compressing(
    _ handler: @escaping Handler, by compression: Compression = Compression(),
    unacceptable: @escaping @Sendable (Request) -> Response = { _ in
        Problem(status: .notAcceptable, title: "Only gzip and identity are known as content codings").response
    }
) -> Handler {
    return { request in
        let response = await handler(request)
        if let encoded = compression.encoded(response, for: request) { return encoded }
        var error = unacceptable(request)
        error.fields.vary(by: .acceptEncoding)
        return error
    }
}

/// Compresses responses on the fly.
package struct Compression: Sendable {
    /// At level 1 a page of 22.8 kB takes 31 µs and 3,108 bytes, at level 4 59 µs and 2,892, at level 6 80 µs and
    /// 2,830.
    static let level: Int32 = 1

    private let pool = DeflaterPool(level: level, count: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) * 2)

    private let compressesAlways: Bool

    /// Creates a compression; `always` also compresses content that becomes larger.
    package init(always: Bool = false) { compressesAlways = always }

    /// Returns the response in the coding that the client prefers; nil if it accepts none of those available.
    package func encoded(_ response: Response, for request: Request) -> Response? {
        var response = response
        // The original response is unknown here; an unneeded Vary does no harm.
        if response.status == .notModified { response.fields.vary(by: .acceptEncoding) }
        guard response.isNegotiable else { return response }
        response.fields.vary(by: .acceptEncoding)
        let acceptance = AcceptEncoding(request)
        switch compressesAlways ? acceptance.preferred : response.preferred(by: acceptance) {
        case .gzip: return compressed(response, isForced: compressesAlways || !acceptance.allows(.identity))
        case .identity: return response
        // Errors, and responses to unsafe methods, are sent rather than replaced by 406.
        case nil: return response.status == .ok && [.get, .head].contains(request.method) ? nil : response
        }
    }

    /// Returns the compressed response; the original if compression would not make it smaller and is not forced.
    private func compressed(_ response: Response, isForced: Bool) -> Response {
        var response = response
        switch response.body {
        case .bytes: return response.gzipped(by: pool, isForced: isForced) ?? response
        case .stream(let produce):
            response.body = .stream(compressed(produce))
            response.fields.setGzipEncoding()
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

/// Aborts a stream with a part that cannot be compressed.
private struct CompressionFailure: Error {}

extension Response {
    /// Returns the response with its content compressed; nil if that does not make it smaller and is not forced.
    func gzipped(by pool: DeflaterPool, isForced: Bool = false) -> Response? {
        guard case .bytes(let bytes) = body, let output = GzipMember.compress(bytes, by: pool),
            isForced || output.count < bytes.count
        else { return nil }
        var response = self
        response.body = .bytes(output)
        response.fields.setGzipEncoding()
        return response
    }
}

extension HTTPFields {
    /// Changes the fields of content into those of the compressed content.
    mutating func setGzipEncoding() {
        self[.contentEncoding] = "gzip"
        self[.contentLength] = nil
        // Parts are those of the uncompressed content.
        self[.acceptRanges] = nil
        if let tag = self[.eTag].flatMap({ ETag(field: $0) }), !tag.isWeak {
            self[.eTag] = ContentCoding.gzip.tag(tag).text
        }
    }
}
