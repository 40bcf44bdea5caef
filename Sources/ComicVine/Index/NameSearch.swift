import Heroes

/// A search for names: first those that start with the text, then those that contain it.
///
/// Inside a word, only a text of at least four characters counts: “sto” finds Storm and Stone Men, but not Hellstorm.
struct NameSearch: Sendable, Hashable {
    /// The text in lower case without diacritics.
    let key: String

    /// The text that is sent: everything before the first comma, which would end the value of a filter.
    let text: String

    private static let shortestInWord = 4

    init(_ typed: String) {
        text = String(typed.prefix { $0 != "," }).trimmed
        key = IndexedHero.sortKey(text)
    }

    /// Returns the ids of the matching heroes in order.
    func ordered(_ heroes: some Sequence<IndexedHero>) -> [Hero.ID] {
        guard !key.isEmpty else { return [] }
        return heroes.compactMap { hero in rank(hero.sortKey).map { (rank: $0, hero.sortKey, hero.id) } }
            .sorted { ($0.rank, $0.1, $0.2) < ($1.rank, $1.1, $1.2) }.map(\.2)
    }

    /// Returns 0 if the name starts with the text, 1 if it contains it, and nil otherwise.
    private func rank(_ name: String) -> Int? {
        if name.utf8.starts(with: key.utf8) { return 0 }
        let isLong = key.unicodeScalars.count >= Self.shortestInWord
        return name.ranges(of: key).contains { isLong || !Self.isLetter(name.unicodeScalars[..<$0.lowerBound].last) }
            ? 1 : nil
    }

    private static func isLetter(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map { $0.properties.isAlphabetic || $0.properties.numericType != nil } ?? false
    }
}
