import Basics
import HTTPTypes

extension Response {
    /// Fewer bytes than this fit into one packet with their head either way.
    static let compressionMinimum = 512

    /// Whether the content can be sent compressed as well as as it is: it is all there, of a kind that becomes smaller,
    /// and nobody has coded it or forbidden to.
    var isNegotiable: Bool {
        // Those statuses are of no whole content.
        if status.code < 200 || [204, 205, 206, 304].contains(status.code) { return false }
        if case .bytes(let bytes) = body, bytes.isEmpty { return false }
        var isCompressible = false
        for field in fields {
            switch field.name {
            case .contentType: isCompressible = MediaType.isCompressible(field.value)
            case .contentEncoding, .contentRange: return false
            case .cacheControl where Self.list(field.value, names: "no-transform"): return false
            default: break
            }
        }
        return isCompressible
    }

    /// The codings that the client takes the content in, the one that it is to get first; none where it takes none.
    func codings(for acceptance: AcceptEncoding) -> [ContentCoding] {
        guard isNegotiable else { return [.identity] }
        guard let preferred = preferred(by: acceptance) else { return [] }
        let other: ContentCoding = preferred == .gzip ? .identity : .gzip
        return acceptance.allows(other) ? [preferred, other] : [preferred]
    }

    /// The coding that negotiable content is to be sent in; nil where the client refuses all.
    func preferred(by acceptance: AcceptEncoding) -> ContentCoding? {
        if case .bytes(let bytes) = body, bytes.count < Self.compressionMinimum, acceptance.allows(.identity) {
            return .identity
        }
        return acceptance.preferred
    }

    private static func list(_ value: String, names directive: String) -> Bool {
        value.utf8.split(separator: UInt8(ascii: ",")).contains {
            $0.trimmingBlanks().equalsIgnoringCase(directive.utf8)
        }
    }
}

extension HTTPFields {
    /// Says that the answer depends on a field of the request, beside those that it is said of already (RFC 9110
    /// section 12.5.5).
    mutating func vary(by name: HTTPField.Name) {
        let said = self[.vary] ?? ""
        let isSaid = said.utf8.split(separator: UInt8(ascii: ",")).contains { piece in
            let piece = piece.trimmingBlanks()
            return piece.equalsIgnoringCase(name.rawName.utf8) || piece.elementsEqual("*".utf8)
        }
        if !isSaid { self[.vary] = said.isEmpty ? name.rawName : said + ", " + name.rawName }
    }
}
