import Basics
import HTTPTypes

extension Response {
    /// The least size worth compressing: less content fits into one packet with its head either way.
    static let compressionMinimum = 512

    /// True if the content can be sent compressed or uncompressed: it is complete, of a compressible type, not yet
    /// encoded, and may be transformed.
    var isNegotiable: Bool {
        // Those statuses have no complete content.
        if status.code < 200 || [204, 205, 206, 304].contains(status.code) { return false }
        if case .bytes(let bytes) = body, bytes.isEmpty { return false }
        var isCompressible = false
        for field in fields {
            switch field.name {
            case .contentType: isCompressible = MediaType.isCompressible(field.value)
            case .contentEncoding, .contentRange: return false
            case .cacheControl where Self.list(field.value, contains: "no-transform"): return false
            default: break
            }
        }
        return isCompressible
    }

    /// Returns the acceptable codings for the content, the preferred one first.
    func codings(for acceptance: AcceptEncoding) -> [ContentCoding] {
        guard isNegotiable else { return [.identity] }
        guard let preferred = preferred(by: acceptance) else { return [] }
        let other: ContentCoding = preferred == .gzip ? .identity : .gzip
        return acceptance.allows(other) ? [preferred, other] : [preferred]
    }

    /// Returns the coding for negotiable content; nil if the client accepts none.
    func preferred(by acceptance: AcceptEncoding) -> ContentCoding? {
        if case .bytes(let bytes) = body, bytes.count < Self.compressionMinimum, acceptance.allows(.identity) {
            return .identity
        }
        return acceptance.preferred
    }

    private static func list(_ value: String, contains directive: String) -> Bool {
        value.utf8.split(separator: UInt8(ascii: ",")).contains {
            $0.trimmingBlanks().equalsIgnoringCase(directive.utf8)
        }
    }
}

extension HTTPFields {
    /// Adds a request field on which the response depends to Vary (RFC 9110 section 12.5.5).
    mutating func vary(by name: HTTPField.Name) {
        let current = self[.vary] ?? ""
        let isListed = current.utf8.split(separator: UInt8(ascii: ",")).contains { piece in
            let piece = piece.trimmingBlanks()
            return piece.equalsIgnoringCase(name.rawName.utf8) || piece.elementsEqual("*".utf8)
        }
        if !isListed { self[.vary] = current.isEmpty ? name.rawName : current + ", " + name.rawName }
    }
}
