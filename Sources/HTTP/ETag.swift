import Basics

/// The version of a representation, for conditional requests (RFC 9110 section 8.8.3).
package struct ETag: Hashable, Sendable {
    /// What stands between the quotes.
    package let opaque: String
    package let isWeak: Bool

    /// Nil where the text holds a quote, a blank or a control character.
    package init?(_ opaque: String, isWeak: Bool = false) {
        guard opaque.utf8.allSatisfy(Self.isOpaque) else { return nil }
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// A strong tag by the hash of the content.
    package init(hashOf content: [UInt8]) {
        opaque = FNV1a(content).text
        isWeak = false
    }

    /// Reads one tag as a field has it: `"x"` or `W/"x"`.
    package init?(field: some StringProtocol) {
        guard let tag = Self.list(field)?.first, tag.text.utf8.count == field.utf8.count else { return nil }
        self = tag
    }

    /// The tag as a field has it.
    package var text: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }

    /// Whether the two are of the same content, be it only equivalent (RFC 9110 section 8.8.3.2).
    package func weaklyMatches(_ other: ETag) -> Bool { opaque == other.opaque }

    /// Whether the two are of the same bytes.
    package func stronglyMatches(_ other: ETag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Reads the comma list of If-None-Match; nil where it is malformed.
    static func list(_ field: some StringProtocol) -> [ETag]? {
        var tags: [ETag] = []
        var rest = Substring(field).utf8
        while true {
            rest = rest.drop { " \t,".utf8.contains($0) }
            if rest.isEmpty { return tags }
            let isWeak = rest.starts(with: "W/".utf8)
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
            let opaque = rest.prefix { $0 != UInt8(ascii: "\"") }
            guard let tag = ETag(String(decoding: opaque, as: UTF8.self), isWeak: isWeak) else { return nil }
            rest = rest.dropFirst(opaque.count)
            guard rest.popFirst() != nil, rest.first.map({ " \t,".utf8.contains($0) }) ?? true else { return nil }
            tags.append(tag)
        }
    }

    private static func isOpaque(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"")
    }
}
