import GRDB
import Glibc

/// The words of a search in an archive: for each row of the index, the words that it has, and its score.
///
/// Each word counts in proportion to its rarity and to the weight of the field, and less if the object has only a longer
/// word or one that counts as the same. A word that no object has counts as the similar ones.
struct WordSearch {
    let typed: TypedSearch
    let vocabulary: Vocabulary
    let db: Database
    let postings: Postings
    /// The words that an object must have: those that count, and those of names in the search.
    var required: WordSet
    /// The words that an object has as they are, not only as the start of one.
    private(set) var known = WordSet()
    var similar = SimilarWords()
    /// The rows of the index by number; there is none with the number 0.
    var rows: [IndexRow]
    private let kinds: [Kind: Range<Int>]
    private var rarities: [Float]

    /// The factors of longer words and of those that count as the same, and of similar words.
    private static let (variantFactor, similarFactor): (Float, Float) = (0.7, 0.5)
    /// The factor of words that ask, which only decide between equals.
    private static let askingFactor: Float = 0.05

    init(_ db: Database, _ text: String, _ vocabulary: Vocabulary) throws {
        typed = TypedSearch(text, vocabulary)
        (self.db, self.vocabulary, required) = (db, vocabulary, typed.required)
        postings = try Postings(db)
        kinds = try Archive.searchKinds(db)
        rows = Array(repeating: IndexRow(), count: kinds.values.map(\.upperBound).max() ?? 0)
        rarities = Array(repeating: 0, count: typed.words.count)
        for index in typed.words.indices { try find(index) }
    }

    func range(_ kind: Kind) -> Range<Int> { kinds[kind] ?? 0..<0 }

    func kind(of row: Int) -> Kind? { kinds.first { $0.value.contains(row) }?.key }
}

/// The words of a search that a row of the index has.
struct IndexRow {
    /// The words that are words in the name, and that are words in the name or an alias.
    var (inName, inNames) = (WordSet(), WordSet())
    /// The words that are the start of one there.
    var (startsInName, startsInNames) = (WordSet(), WordSet())
    /// The words in any field.
    var found = WordSet()
    /// True if the search is the complete name or its start.
    var (isName, startsName) = (false, false)
    /// The field with the least weight that a word was found in.
    var field = SearchField.completeName
    var score: Float = 0

    /// Adds words that a name or an alias has, as complete words or as their starts.
    mutating func add(_ words: WordSet, isName: Bool, isExact: Bool) {
        startsInNames.formUnion(words)
        if isExact { inNames.formUnion(words) }
        if isName { startsInName.formUnion(words) }
        if isName, isExact { inName.formUnion(words) }
    }
}

extension WordSearch {
    /// Rows of a field with their share of the score.
    private typealias Hits = (field: SearchField, weight: Float, rows: [Int32])

    /// Adds words to rows that have them in the name or, unless `isName` is true, in an alias.
    mutating func mark(_ found: [Int32], _ words: WordSet, isName: Bool, isExact: Bool) {
        for row in found { rows[Int(row)].add(words, isName: isName, isExact: isExact) }
    }

    /// Finds a word in all fields; one without a meaning of its own in names only.
    private mutating func find(_ index: Int) throws {
        let (text, word) = (typed.words[index], WordSet.word(index))
        let isShort = text.unicodeScalars.count < 3
        var others = vocabulary.others(text)
        if text.count > 3, text.hasSuffix("s") { others.insert(String(text.dropLast())) }
        var hits: [Hits] = []
        for field in SearchField.allCases where !field.isComplete {
            let isName = field == .name || field == .alias
            guard isName || typed.content.contains(word) else { continue }
            let exact = try postings.rows(field, [text])
            if !exact.isEmpty { known.formUnion(word) }
            let longer = isShort && !isName ? [] : try postings.rows(field, longerThan: text)
            if isName {
                mark(exact, word, isName: field == .name, isExact: true)
                mark(longer, word, isName: field == .name, isExact: false)
            }
            let variants = (isShort ? [] : longer) + (try postings.rows(field, others))
            hits.append((field, field.match.weight, exact))
            hits.append((field, field.match.weight * Self.variantFactor, variants))
        }
        if typed.content.contains(word) { score(hits, index) }
    }

    /// Adds a word to the scores of rows, each with the best of its hits.
    private mutating func score(_ hits: [Hits], _ index: Int) {
        let word = WordSet.word(index)
        // Comics are so many that a word in their titles would seem common.
        let end = Int32(range(.comics).lowerBound)
        var count = 0
        let new = hits.sorted { $0.weight > $1.weight }.map { hits -> Hits in
            let new = hits.rows.filter { rows[Int($0)].found.insert(word).inserted }
            count += new.count(where: { $0 < end })
            return (hits.field, hits.weight, new)
        }
        let factor = typed.required.contains(word) ? 1 : Self.askingFactor
        rarities[index] = factor * logf(1 + Float(max(end, 1)) / Float(max(count, 1)))
        for hits in new {
            let score = rarities[index] * (1 + hits.weight)
            for row in hits.rows {
                rows[Int(row)].score += score
                if rows[Int(row)].field.rawValue < hits.field.rawValue { rows[Int(row)].field = hits.field }
            }
        }
    }

    /// Adds the rows with words similar to unknown ones.
    mutating func findSimilar() throws {
        let known = rows.reduce(into: WordSet()) { $0.formUnion($1.found) }
        let unknown = typed.words.indices.filter {
            typed.required.contains(.word($0)) && !known.contains(.word($0))
        }
        guard !unknown.isEmpty else { return }
        if similar.isEmpty { similar = try SimilarWords(db, to: Set(unknown.map { typed.words[$0] })) }
        for index in unknown {
            let nearest = similar.nearest(to: typed.words[index])
            let hits = try SearchField.allCases.filter { !$0.isComplete }.map { field -> Hits in
                (field, field.match.weight * Self.similarFactor, try postings.rows(field, nearest))
            }
            score(hits, index)
        }
    }

    /// Returns the sum of the rarities of words.
    func rarity(_ words: WordSet) -> Float {
        rarities.indices.reduce(0) { words.contains(.word($1)) ? $0 + rarities[$1] : $0 }
    }
}
