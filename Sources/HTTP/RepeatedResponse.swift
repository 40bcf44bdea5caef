import Glibc
import HTTPTypes
import Synchronization

/// A whole response that is given many times, each time with another nonce, in the coding that the first of its
/// requests asked for.
package final class RepeatedResponse: Sendable {
    /// What is sent is not copied: the next nonce is put into the same bytes, once they are sent.
    private enum Body: ~Copyable, Sendable {
        case plain(Mutex<Stencil>)
        case gzip(Mutex<GzipStencil>)

        func filled(with nonce: [UInt8]) -> [UInt8] {
            switch self {
            case .plain(let stencil):
                stencil.withLock { stencil in
                    stencil.fill(with: nonce)
                    return stencil.bytes
                }
            case .gzip(let stencil):
                stencil.withLock { stencil in
                    stencil.fill(with: nonce)
                    return stencil.bytes
                }
            }
        }
    }

    private static let pool = DeflaterPool(
        level: Compression.level, count: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    private let status: HTTPResponse.Status
    private let head: Stencil
    private let body: Body
    /// What a client gets that has the content already.
    package let notModified: PreparedResponse
    /// The tag by which it says so.
    let tag: [UInt8]
    /// What the content is called in any coding.
    private let tags: [ETag]
    /// Bytes that it takes in memory.
    package let cost: Int

    /// Nil for a response without a tag, one that is made while it is sent, and where the request refuses all codings.
    package init?(_ response: Response, nonce: String, for request: Request) {
        guard case .bytes(let content) = response.body, response.fields[.eTag] != nil, response.isNegotiable,
            let coding = response.preferred(by: AcceptEncoding(request))
        else { return nil }
        let text = Array(nonce.utf8)
        var response = response
        response.fields.vary(by: .acceptEncoding)
        let stencil = Stencil(content, around: text)
        if coding == .gzip, let gzip = GzipStencil(stencil, around: text, by: Self.pool), gzip.count < content.count {
            response.fields.describeGzip()
            response.body = .bytes(gzip.bytes)
            body = .gzip(Mutex(gzip))
        } else {
            body = .plain(Mutex(stencil.fitted))
        }
        guard let prepared = PreparedResponse(response), let tag = response.fields[.eTag],
            let notModified = PreparedResponse(response.notModified())
        else { return nil }
        status = response.status
        head = Stencil(prepared.head, around: text)
        self.notModified = notModified
        self.tag = Array(tag.utf8)
        tags = response.tag.map { tag in [ContentCoding.identity, .gzip].map { $0.tag(tag) } } ?? []
        cost = head.count + prepared.body.count + notModified.head.count + 512
    }

    /// The response with this nonce, as long as the one that it was made with.
    package func response(nonce: [UInt8]) -> PreparedResponse {
        PreparedResponse(
            status: status, head: head.filled(with: nonce, reserving: PreparedResponse.spareRoom),
            body: body.filled(with: nonce))
    }

    /// Whether a client that says so in If-None-Match has the content; nil where that is more than one tag, or none.
    package func isKept(by condition: ArraySlice<UInt8>) -> Bool? {
        if condition.elementsEqual(tag) { return true }
        guard let kept = ETag(field: String(decoding: condition, as: UTF8.self)),
            !tags.contains(where: kept.weaklyMatches)
        else { return nil }
        return false
    }
}
