import FoundationEssentials

/// A set of the words of a search by their positions.
struct WordSet: OptionSet, Hashable {
    let rawValue: UInt16

    /// All words of the search as one.
    static let joined = WordSet(rawValue: 1 << 15)

    static func word(_ index: Int) -> WordSet { WordSet(rawValue: 1 << UInt16(index)) }

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ indices: some Sequence<Int>) { self = indices.reduce(into: []) { $0.formUnion(.word($1)) } }
}

/// A search as it was typed.
struct TypedSearch {
    /// The words without articles.
    let words: [String]
    /// The words with a meaning of their own, unless there are none.
    let content: WordSet
    /// The content without the words that ask for a kind or for nothing, unless there is no other.
    let required: WordSet
    /// The kind that the words ask for.
    let askedKind: Kind?
    /// The year, if the search has nothing else but words that ask.
    let year: Int?

    private static let (letterLimit, wordLimit) = (100, 12)

    init(_ text: String, _ vocabulary: Vocabulary) {
        let typed = SearchText.words(text.prefix(Self.letterLimit))
        words = Array(SearchText.withoutArticles(typed).prefix(Self.wordLimit))
        let (words, all) = (words, words.indices)
        let content = all.filter { !SearchText.stopWords.contains(words[$0]) }
        let required = content.filter { !vocabulary.isAsking(words[$0]) }
        self.content = WordSet(content.isEmpty ? Array(all) : content)
        self.required = required.isEmpty ? self.content : WordSet(required)
        askedKind = words.lazy.compactMap(vocabulary.kind).first { $0 != .characters }
        year = required.count == 1 ? Int(words[required[0]]).flatMap { (1930...2050).contains($0) ? $0 : nil } : nil
    }

    var all: WordSet { WordSet(words.indices) }

    /// Returns the words of a set as one.
    func joined(_ set: WordSet) -> String {
        words.indices.filter { set.contains(.word($0)) }.map { words[$0] }.joined()
    }

    func isStopWord(_ index: Int) -> Bool {
        words.indices.contains(index) && SearchText.stopWords.contains(words[index])
    }

    /// True if the word at the index neither is a word without a meaning of its own nor asks.
    func isNaming(_ index: Int, _ vocabulary: Vocabulary) -> Bool {
        !isStopWord(index) && !vocabulary.isAsking(words[index])
    }
}
