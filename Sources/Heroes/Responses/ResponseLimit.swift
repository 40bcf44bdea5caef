/// Limits on the parts of a response, so that no source can make pages or the cache arbitrarily large. Real responses
/// stay far below.
package enum ResponseLimit {
    /// Results of a response: the maximum that can be requested.
    package static let results = PageRange.maximumLimit
    /// Objects that a search names.
    package static let named = 6
    /// Links of a hero.
    package static let links = 20
    /// Aliases, teams, people of a topic, and topics that it is a part of.
    package static let references = 20
    /// Steps of a path from hero to hero.
    package static let steps = 20
    /// Bytes of the URL of a link or a picture.
    package static let url = 2_000
    /// Bytes of a link's kind.
    package static let linkKind = 100
    /// Bytes of a description: twice the limit of pages.
    package static let description = 64 << 10
    /// Bytes of the attribution, which each response repeats.
    package static let attribution = 4 << 10
}

extension String {
    /// Returns the longest prefix of complete scalars within the bytes.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end > startIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
