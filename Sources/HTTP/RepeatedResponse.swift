import Glibc
import HTTPTypes

/// A whole response that is given many times, each time with another nonce, in the coding that the first of its
/// requests asked for.
package final class RepeatedResponse: Sendable {
    private enum Body: Sendable {
        case plain(Stencil)
        case gzip(GzipStencil)
    }

    private static let pool = DeflaterPool(
        level: Compression.level, count: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    private let status: HTTPResponse.Status
    private let head: Stencil
    private let body: Body
    /// What a client gets that has the content already.
    package let notModified: PreparedResponse
    /// The tag by which it says so.
    package let tag: [UInt8]
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
            response.body = .bytes(gzip.filled(with: text))
            body = .gzip(gzip)
        } else {
            body = .plain(stencil)
        }
        guard let prepared = PreparedResponse(response), let tag = response.fields[.eTag],
            let notModified = PreparedResponse(response.notModified())
        else { return nil }
        status = response.status
        head = Stencil(prepared.head, around: text)
        self.notModified = notModified
        self.tag = Array(tag.utf8)
        cost = head.count + prepared.body.count + notModified.head.count + 512
    }

    /// The response with this nonce, as long as the one that it was made with.
    package func response(nonce: [UInt8]) -> PreparedResponse {
        let content =
            switch body {
            case .plain(let stencil): stencil.filled(with: nonce)
            case .gzip(let stencil): stencil.filled(with: nonce)
            }
        return PreparedResponse(
            status: status, head: head.filled(with: nonce, reserving: PreparedResponse.spareRoom), body: content)
    }
}
