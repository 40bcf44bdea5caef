/// The most of each thing that is taken from an answer, so that no source can make pages or the cache endlessly large.
/// Marvel's own answers stay far below.
enum PayloadLimit {
    /// Results of one answer: as many as may be asked for.
    static let results = 100
    /// Links of a hero.
    static let links = 20
    /// Heroes of an event: as many as a summary list has.
    static let mentions = 20
    /// Bytes of a link or a picture's address.
    static let url = 2_000
    /// Bytes of a link's kind.
    static let linkKind = 100
    /// Bytes of a description, twice as many as pages read.
    static let description = 64 << 10
    /// Bytes of the attribution, which each answer repeats.
    static let attribution = 4 << 10
}

extension String {
    /// As many whole characters of its start as the bytes have room for.
    func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end > startIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
