import Heroes

/// A search for names that have all words of a text, or else most of them.
///
/// A word counts at the start of one in a name. Inside a word, it counts from four characters on: “sto” finds Storm and
/// Stone Men, but not Hellstorm.
struct NameSearch: Sendable {
    /// The text that is sent: everything before the first comma, which would end the value of a filter.
    let text: String
    private let words: [Substring]

    init(_ typed: String) {
        text = String(typed.prefix { $0 != "," }).trimmed
        let words = Self.words(SortKey.of(text))
        let content = words.filter { !["a", "and", "of", "s", "the"].contains($0) }
        self.words = content.isEmpty ? words : content
    }

    var isEmpty: Bool { words.isEmpty }

    /// Returns the ids of the heroes with the most words, and true if these are all words: then names that start with the
    /// first one come first, else those with rare words, and of these the well-known heroes.
    func best(of heroes: some Sequence<IndexedHero>) -> (ids: [Hero.ID], isComplete: Bool) {
        let found = heroes.map { (hero: $0, words: words(in: $0.sortKey)) }
        let most = found.lazy.map(\.words.count).max() ?? 0
        if most == 0 { return ([], true) }
        let isComplete = most == words.count
        var counts: [Substring: Int] = [:]
        for word in found.lazy.flatMap(\.words) { counts[word, default: 0] += 1 }
        let ranked = found.lazy.filter { $0.words.count == most }.map { hero, words -> (Int, Int, IndexedHero) in
            if isComplete { return (hero.sortKey.hasPrefix(words[0]) ? 0 : 1, 0, hero) }
            return (words.reduce(0) { $0 + counts[$1, default: 0] }, -(hero.appearances ?? 0), hero)
        }
        return (ranked.sorted { $0 < $1 }.map(\.2.id), isComplete)
    }

    /// Returns true if a title has all words.
    func matches(_ title: String) -> Bool { !isEmpty && words(in: SortKey.of(title)).count == words.count }

    /// Returns the words that a name has; a possessive needs no apostrophe.
    private func words(in name: String) -> [Substring] {
        let parts = Self.words(name)
        return words.filter { word in
            word.count >= 4 && name.contains(word) || parts.contains { $0.hasPrefix(word) || word == $0 + "s" }
        }
    }

    private static func words(_ text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }
}
