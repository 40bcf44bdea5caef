import HTTPTypes

/// A whole response that is the same for everybody, made ready once: as it is, compressed, and for who has it already.
package final class UnchangingResponse: Sendable {
    /// The content in one coding.
    private struct Coded: Sendable {
        let response: Response
        let whole: PreparedResponse
        /// What a client gets that has the content in this coding.
        let notModified: PreparedResponse
        let tag: [UInt8]

        init?(_ response: Response, _ coding: ContentCoding, of plain: Response) {
            var kept = plain.notModified(coding)
            // As `compressing` has it, whatever the content is.
            kept.fields.vary(by: .acceptEncoding)
            guard let tag = response.fields[.eTag], let whole = PreparedResponse(response),
                let notModified = PreparedResponse(kept)
            else { return nil }
            (self.response, self.whole, self.notModified, self.tag) = (response, whole, notModified, Array(tag.utf8))
        }

        var cost: Int { whole.head.count + whole.body.count + notModified.head.count + 1024 }
    }

    private let plain: Coded
    /// Nil for what compression does not make smaller.
    private let gzip: Coded?

    /// Nil for a response without a tag, and for one that is made while it is sent.
    package convenience init?(_ response: Response) {
        var plain = response
        if response.isNegotiable { plain.fields.vary(by: .acceptEncoding) }
        self.init(plain, gzip: response.compressedOnce())
    }

    /// The same of a response that is there in both codings.
    package init?(_ response: Response, gzip: Response?) {
        guard let plain = Coded(response, .identity, of: response) else { return nil }
        self.plain = plain
        self.gzip = gzip.flatMap { Coded($0, .gzip, of: response) }
    }

    /// About as many bytes as it takes in memory.
    package var cost: Int { plain.cost + (gzip?.cost ?? 0) }

    /// What the request asks for: the whole in the coding that the client prefers, or nothing new.
    package func respond(to request: Request) -> Response {
        let answer = plain.response.conditional(on: request)
        guard answer.status == .ok, AcceptEncoding(request).preferred == .gzip else { return answer }
        return gzip?.response ?? answer
    }

    /// The same from a request's head; nil where a part or a condition needs a closer look.
    package func promptly(_ head: RequestHead) -> PreparedResponse? {
        guard head.method == .get || head.method == .head, !Self.closer.contains(where: { head.value($0) != nil })
        else { return nil }
        let acceptance = AcceptEncoding(head)
        if let condition = head.value("if-none-match") {
            guard !head.repeats("if-none-match") else { return nil }
            return content(acceptance) { condition.elementsEqual($0.tag) }?.notModified
        }
        guard head.value("if-modified-since") == nil else { return nil }
        return content(acceptance) { _ in true }?.whole
    }

    private static let closer: [StaticString] = ["range", "if-range", "if-match", "if-unmodified-since"]

    /// The content that is meant in the coding that is preferred, or else in the other; nil where that is none that the client takes.
    private func content(_ acceptance: AcceptEncoding, _ isMeant: (Coded) -> Bool) -> Coded? {
        let compressed = acceptance.allows(.gzip) ? gzip.flatMap { isMeant($0) ? $0 : nil } : nil
        if acceptance.preferred == .gzip, let compressed { return compressed }
        return acceptance.allows(.identity) && isMeant(plain) ? plain : compressed
    }
}
