import Basics
import Heroes

/// A search for names that are a part of a text, and for those that have all its words, or else most of them.
///
/// A word counts at the start of one in a name. Inside a word, it counts from four bytes on: “sto” finds Storm and
/// Stone Men, but not Hellstorm.
struct NameSearch: Sendable {
    /// Everything before the first comma, which would end the value of a filter.
    private let search: SearchWords
    /// In UTF-8, in lower case without diacritics.
    private let words: [[UInt8]]

    init(_ typed: String, askingWords: Set<String> = []) {
        search = SearchWords(String(typed.prefix { $0 != "," }), askingWords: askingWords)
        words = search.words.map { Array($0.utf8) }
    }

    /// The text that is sent: words that ask would only keep it from being a part of names.
    var text: String { search.text }

    var isEmpty: Bool { words.isEmpty }

    /// Returns the best heroes: those with a complete name in the text before those that only have words of it.
    func best(of heroes: some Collection<IndexedHero>) -> FoundHeroes {
        let named = named(heroes)
        let (ids, isComplete) = mostWords(of: heroes)
        return FoundHeroes(
            named: named, ids: (named.map(\.item.id) + ids).unique(by: \.self), isComplete: isComplete || !named.isEmpty
        )
    }

    /// Returns the heroes with a complete name in the text, the one that it means first.
    func named(_ heroes: some Collection<IndexedHero>) -> [NamedItem<IndexedHero>] {
        let known = heroes.filter { search.contains(name: $0.name) || $0.alias.map(search.contains) == true }
        return search.named(known, rank: { (-($0.appearances ?? 0), $0.id) }, name: \.name, alias: \.alias)
    }

    /// Returns the topics with their title in the text: all of it, or two words, since “home” and “war” are titles, too.
    func named(_ topics: [Topic]) -> [NamedItem<Topic>] {
        search.named(topics, rank: { ($0.kind == .teams ? 0 : 1, $0.id.number) }, name: \.title)
            .filter { $0.isAll || $0.position.count > 1 }
    }

    /// Returns the ids of the heroes with the most words, and true if these are all words: then names that start with the
    /// first one come first, else those with rare words, and of these the well-known heroes.
    private func mostWords(of heroes: some Collection<IndexedHero>) -> (ids: [Hero.ID], isComplete: Bool) {
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

/// The heroes that a search finds.
struct FoundHeroes {
    /// Those with a complete name in the text, the one that it means first.
    let named: [NamedItem<IndexedHero>]
    /// All, best first.
    let ids: [Hero.ID]
    /// False if no hero has all words or is named.
    let isComplete: Bool
}

extension IndexedHero {
    /// The real name; nil if it is one word, which too often means something else.
    fileprivate var alias: String? { realName.flatMap { $0.utf8.contains(UInt8(ascii: " ")) ? $0 : nil } }
}

extension ArraySlice<UInt8> {
    /// False after a letter or digit; bytes beyond ASCII are those of letters, or of punctuation such as ’ from U+2000.
    fileprivate var endsWord: Bool {
        guard let last else { return true }
        return last < 0x80 ? !last.isLetter && !last.isDigit : suffix(3).starts(with: [0xE2, 0x80])
    }
}
