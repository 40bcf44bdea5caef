/// The most that is taken from a source's answer, so that no source can make pages or the cache endlessly large. Real
/// answers stay far below.
package enum AnswerLimit {
    /// Results of one answer: as many as may be asked for.
    package static let results = PageRange.largestLength
    /// Links of a hero.
    package static let links = 20
    /// Heroes of an event: as many as a summary list of Marvel has.
    package static let mentions = 20
    /// Bytes of a link or a picture's address.
    package static let url = 2_000
    /// Bytes of a link's kind.
    package static let linkKind = 100
    /// Bytes of a description, twice as many as pages read.
    package static let description = 64 << 10
    /// Bytes of the attribution, which each answer repeats.
    package static let attribution = 4 << 10
}

extension String {
    /// Returns as many whole characters of its start as fit into the bytes.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end > startIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
