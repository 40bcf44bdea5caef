import Basics

/// An entity tag, for conditional requests (RFC 9110 section 8.8.3).
package struct ETag: Hashable, Sendable {
    /// The text between the quotes.
    package let opaque: String
    package let isWeak: Bool

    /// Returns nil if the text has a quote, a blank or a control character.
    package init?(_ opaque: String, isWeak: Bool = false) {
        guard opaque.utf8.allSatisfy(Self.isOpaque) else { return nil }
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Creates a strong tag from the hash of the content.
    package init(hashOf content: [UInt8]) {
        opaque = Hex.text(SHA256.hash(data: content).prefix(8))
        isWeak = false
    }

    /// Parses one tag as in a field: `"x"` or `W/"x"`.
    package init?(field: some StringProtocol) {
        guard let tag = Self.list(field)?.first, tag.text.utf8.count == field.utf8.count else { return nil }
        self = tag
    }

    /// The tag as in a field.
    package var text: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }

    /// Returns true if both have the same bytes (RFC 9110 section 8.8.3.2). For equivalent content it is sufficient that
    /// the texts are equal.
    package func stronglyMatches(_ other: ETag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Parses the list of If-None-Match; returns nil if it is malformed.
    static func list(_ field: some StringProtocol) -> [ETag]? {
        var tags: [ETag] = []
        var remainder = Substring(field).utf8
        while true {
            remainder = remainder.drop { " \t,".utf8.contains($0) }
            if remainder.isEmpty { return tags }
            let isWeak = remainder.starts(with: "W/".utf8)
            if isWeak { remainder = remainder.dropFirst(2) }
            guard remainder.popFirst() == UInt8(ascii: "\"") else { return nil }
            let opaque = remainder.prefix { $0 != UInt8(ascii: "\"") }
            guard let tag = ETag(String(decoding: opaque, as: UTF8.self), isWeak: isWeak) else { return nil }
            remainder = remainder.dropFirst(opaque.count)
            guard remainder.popFirst() != nil, remainder.first.map({ " \t,".utf8.contains($0) }) ?? true else {
                return nil
            }
            tags.append(tag)
        }
    }

    private static func isOpaque(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"")
    }
}
