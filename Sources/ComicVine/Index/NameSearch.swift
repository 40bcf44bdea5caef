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
        let (name, key) = (Array(name.utf8), Array(key.utf8))
        if name.starts(with: key) { return 0 }
        let isLong = key.count >= Self.shortestInWord
        guard name.count > key.count else { return nil }
        for start in 1...(name.count - key.count) where name[start] == key[0] && name[start...].starts(with: key) {
            if isLong || !Self.isWordByte(name[start - 1]) { return 1 }
        }
        return nil
    }

    private static func isWordByte(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isLetter || byte.isDigit }
}
