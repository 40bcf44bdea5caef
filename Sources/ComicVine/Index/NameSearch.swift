import Basics
import Heroes

/// A search for names that have all words of a text, or else most of them.
///
/// A word counts at the start of one in a name. Inside a word, it counts from four bytes on: “sto” finds Storm and
/// Stone Men, but not Hellstorm.
struct NameSearch: Sendable {
    /// The text that is sent: everything before the first comma, which would end the value of a filter.
    let text: String
    /// In UTF-8, in lower case without diacritics.
    private let words: [[UInt8]]

    init(_ typed: String) {
        text = String(typed.prefix { $0 != "," }).trimmed
        let words = SortKey.of(text).split { !$0.isLetter && !$0.isNumber }
        let content = words.filter { !["a", "and", "of", "s", "the"].contains($0) }
        self.words = (content.isEmpty ? words : content).map { Array($0.utf8) }
    }

    var isEmpty: Bool { words.isEmpty }

    /// Returns the ids of the heroes with the most words, and true if these are all words: then names that start with the
    /// first one come first, else those with rare words, and of these the well-known heroes.
    func best(of heroes: some Sequence<IndexedHero>) -> (ids: [Hero.ID], isComplete: Bool) {
        let found = heroes.map { (hero: $0, words: indices(in: $0.sortKey)) }.filter { !$0.words.isEmpty }
        let most = found.lazy.map(\.words.count).max() ?? words.count
        let isComplete = most == words.count
        var counts = words.map { _ in 0 }
        for index in found.lazy.flatMap(\.words) { counts[index] += 1 }
        let ranked = found.lazy.filter { $0.words.count == most }.map { hero, words -> (Int, Int, IndexedHero) in
            if isComplete { return (hero.sortKey.utf8.starts(with: self.words[0]) ? 0 : 1, 0, hero) }
            return (words.reduce(0) { $0 + counts[$1] }, -(hero.appearances ?? 0), hero)
        }
        return (ranked.sorted { $0 < $1 }.map(\.2.id), isComplete)
    }

    /// Returns true if a title has all words.
    func matches(_ title: String) -> Bool { !isEmpty && indices(in: SortKey.of(title)).count == words.count }

    /// Returns the indices of the words that a name has.
    private func indices(in name: String) -> [Int] {
        let name = Array(name.utf8)
        return words.indices.filter { index in
            name.indices.contains { start in
                name[start] == words[index][0] && name[start...].starts(with: words[index])
                    && (words[index].count >= 4 || name[..<start].endsWord)
            }
        }
    }
}

extension ArraySlice<UInt8> {
    /// False after a letter or digit; bytes beyond ASCII are those of letters, or of punctuation such as ’ from U+2000.
    fileprivate var endsWord: Bool {
        guard let last else { return true }
        return last < 0x80 ? !last.isLetter && !last.isDigit : suffix(3).starts(with: [0xE2, 0x80])
    }
}
