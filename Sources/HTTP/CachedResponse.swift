import Glibc
import HTTPTypes

/// A whole response that is sent many times, the same bytes each time: as it is, compressed, and as 304 to clients that have
/// it.
package final class CachedResponse: Sendable {
    /// The content in one coding.
    private struct Variant: Sendable {
        let response: Response
        let whole: PreparedResponse
        /// For a client that has the content in this coding; nil without a tag.
        let notModified: PreparedResponse?
        let tag: [UInt8]

        init?(_ response: Response, _ coding: ContentCoding, of plain: Response) {
            guard let whole = PreparedResponse(response) else { return nil }
            var notModified = plain.notModified(coding)
            // As `compressing` has it, whatever the content is.
            notModified.fields.vary(by: .acceptEncoding)
            let tag = response.fields[.eTag]
            (self.response, self.whole, self.tag) = (response, whole, Array((tag ?? "").utf8))
            self.notModified = tag == nil ? nil : PreparedResponse(notModified)
        }

        var cost: Int { whole.head.count + whole.body.count + (notModified?.head.count ?? 0) + 1024 }
    }

    /// Nil if only the compressed content is kept.
    private let plain: Variant?
    /// Nil if compression does not make the content smaller.
    private let gzip: Variant?

    private static let smallest = DeflaterPool(level: 9, count: 0)
    private static let quick = DeflaterPool(
        level: Compression.level, count: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    /// Keeps the response in both codings. Nil for a response that is made while it is sent.
    package init?(_ response: Response) {
        var response = response
        let isNegotiable = response.isNegotiable
        if isNegotiable { response.fields.vary(by: .acceptEncoding) }
        guard let plain = Variant(response, .identity, of: response) else { return nil }
        self.plain = plain
        let isWorthIt = isNegotiable && plain.whole.body.count >= Response.compressionMinimum
        gzip = isWorthIt ? response.gzipped(by: Self.smallest).flatMap { Variant($0, .gzip, of: response) } : nil
    }

    /// Keeps the response in the coding that the request prefers. Nil for a response that is made while it is sent, and if
    /// the request refuses all codings.
    package init?(_ response: Response, for request: Request) {
        guard response.isNegotiable, let coding = response.preferred(by: AcceptEncoding(request)) else { return nil }
        var response = response
        response.fields.vary(by: .acceptEncoding)
        let gzip = coding == .gzip ? response.gzipped(by: Self.quick) : nil
        guard let kept = Variant(gzip ?? response, gzip == nil ? .identity : .gzip, of: response) else { return nil }
        (plain, self.gzip) = gzip == nil ? (kept, nil) : (nil, kept)
    }

    /// About as many bytes as it takes in memory.
    package var cost: Int { (plain?.cost ?? 0) + (gzip?.cost ?? 0) }

    /// Returns what the request asks for: nothing new, a part, or the whole in the coding that the client prefers; parts are
    /// those of the content as it is.
    package func respond(to request: Request) -> Response {
        guard let plain else { return gzip?.response ?? Response(status: .notAcceptable) }
        let acceptance = AcceptEncoding(request)
        let answer = plain.response.conditional(on: request)
        guard answer.status == .ok else { return answer }
        if plain.response.fields[.acceptRanges] != nil, acceptance.allows(.identity) {
            let part = plain.response.range(askedBy: request)
            if part.status != .ok { return part }
        }
        return acceptance.preferred == .gzip ? gzip?.response ?? plain.response : plain.response
    }

    /// The response as it is kept in one coding, for requests of which it is known that they prefer that one.
    package var whole: PreparedResponse? { (gzip ?? plain)?.whole }

    /// Returns the same from a request's head alone; nil if a part or a condition has to be looked at.
    package func immediateResponse(to head: RequestHead) -> PreparedResponse? {
        guard head.method == .get || head.method == .head else { return nil }
        let acceptance = AcceptEncoding(head)
        guard !Self.conditions.contains(where: { head.value($0) != nil }) else { return nil }
        if let condition = head.value("if-none-match") {
            guard !head.repeats("if-none-match") else { return nil }
            return content(acceptance) { condition.elementsEqual($0.tag) }?.notModified
        }
        guard head.value("if-modified-since") == nil else { return nil }
        return content(acceptance) { _ in true }?.whole
    }

    private static let conditions: [StaticString] = ["range", "if-range", "if-match", "if-unmodified-since"]

    /// Returns the content that is meant in the coding that is preferred, or else in the other; nil if the client takes
    /// neither.
    private func content(_ acceptance: AcceptEncoding, _ isMeant: (Variant) -> Bool) -> Variant? {
        let compressed = acceptance.allows(.gzip) ? gzip.flatMap { isMeant($0) ? $0 : nil } : nil
        if acceptance.preferred == .gzip, let compressed { return compressed }
        guard let plain, acceptance.allows(.identity), isMeant(plain) else { return compressed }
        return plain
    }
}
