import GRDB
import Glibc

/// The search for objects of all kinds by the words in all their fields.
///
/// Each word adds to the scores of the objects that have it, in proportion to the weight of the field and to the word's
/// rarity. A word counts less if the object has only a longer one, or one that counts as the same; a word that no object
/// has counts as the similar ones.
struct RankedSearch {
    let words: [String]
    private let kinds: [Kind: Range<Int>]
    private let nameRows: RawStatement
    private let textRows: RawStatement
    /// The scores by row.
    private var scores: [Float]
    /// The words of each row, one bit each.
    private var found: [UInt8]
    /// The field with the least weight that a row's words are in, as its index in `fields`.
    private var fields: [UInt8]
    /// The rows whose complete name is in the search.
    private var named: Set<Int> = []
    /// The rarity of each word.
    private var rarities: [Float] = []
    /// True if words were replaced by similar ones.
    private(set) var isCorrected = false
    private var replacements: [String: [String]] = [:]

    private static let wordLimit = 8

    /// The fields, those with most weight first.
    private static let all: [(table: Table, column: String, weight: Float, reason: SearchMatch.Reason)] = [
        (.names, "name", 1, .name), (.names, "alias", 0.9, .alias), (.texts, "team", 0.7, .team),
        (.texts, "keyword", 0.65, .keyword), (.texts, "title", 0.4, .title),
        (.texts, "description", 0.3, .description),
    ]

    private enum Table { case names, texts }

    /// The factor of longer words and of those that count as the same, and of similar words.
    private static let variantFactor: Float = 0.7
    private static let similarFactor: Float = 0.5

    init(_ db: Database, _ typed: [String], _ kinds: [Kind: Range<Int>], _ thesaurus: Thesaurus) throws {
        let content = typed.filter { !SearchText.stopWords.contains($0) }
        words = Array((content.isEmpty ? typed : content).prefix(Self.wordLimit))
        self.kinds = kinds
        let count = kinds.values.map(\.upperBound).max() ?? 0
        scores = Array(repeating: 0, count: count)
        (found, fields) = (Array(repeating: 0, count: count), Array(repeating: 0, count: count))
        nameRows = try RawStatement(db, "SELECT rowid FROM nameIndex WHERE nameIndex MATCH ?")
        textRows = try RawStatement(db, "SELECT rowid FROM textIndex WHERE textIndex MATCH ?")
        for index in words.indices { try add(index, thesaurus) }
        try addCompleteNames(typed)
    }

    /// True if a character has all words.
    var isComplete: Bool { range(.characters).contains { found[$0] == allWords } }

    private var allWords: UInt8 { UInt8(truncatingIfNeeded: (1 << words.count) - 1) }

    private func range(_ kind: Kind) -> Range<Int> { kinds[kind] ?? 0..<0 }

    /// Adds the rows with a word, or with the ones that count as the same.
    private mutating func add(_ index: Int, _ thesaurus: Thesaurus) throws {
        let word = words[index]
        var variants = thesaurus.others(word).map { FTS.term($0) }
        if word.unicodeScalars.count > 2 { variants.append(FTS.term(word, "*")) }
        if word.count > 3, word.hasSuffix("s") { variants.append(FTS.term(String(word.dropLast()))) }
        var hits = try hits(FTS.term(word), factor: 1)
        if !variants.isEmpty { hits += try self.hits(variants.joined(separator: " OR "), factor: Self.variantFactor) }
        score(hits, index)
    }

    /// The rows that a term has in a field.
    private struct Hits {
        let field: Int
        let weight: Float
        let rows: [Int]
    }

    private func hits(_ expression: String, factor: Float) throws -> [Hits] {
        try Self.all.enumerated().map { index, field in
            let statement = field.table == .names ? nameRows : textRows
            try statement.bind(["\(field.column) : (\(expression))"])
            var rows: [Int] = []
            while try statement.next() { rows.append(statement.int(0)) }
            return Hits(field: index, weight: field.weight * factor, rows: rows)
        }
    }

    /// Adds a word to the scores of rows, each with the best of its hits.
    private mutating func score(_ hits: [Hits], _ index: Int) {
        let bit: UInt8 = 1 << UInt8(index)
        // Comics are so many that a word in their titles would seem common.
        let end = range(.comics).lowerBound
        var count = 0
        let sorted = hits.sorted { $0.weight > $1.weight }
        var new: [(row: Int, hits: Int)] = []
        for (position, hits) in sorted.enumerated() {
            for row in hits.rows where found[row] & bit == 0 {
                found[row] |= bit
                if row < end { count += 1 }
                new.append((row, position))
            }
        }
        let rarity = logf(1 + Float(max(end, 1)) / Float(max(count, 1)))
        for (row, position) in new {
            scores[row] += rarity * (1 + sorted[position].weight)
            fields[row] = max(fields[row], UInt8(sorted[position].field))
        }
        if rarities.count <= index { rarities.append(rarity) } else { rarities[index] = rarity }
    }

    /// The words that no object has.
    var unknownWords: [String] {
        let known = found.reduce(0, |)
        return words.indices.filter { known & 1 << UInt8($0) == 0 }.map { words[$0] }
    }

    /// Adds the rows with words similar to unknown ones.
    mutating func correct(_ similar: SimilarWords) throws {
        for word in Set(unknownWords) {
            let nearest = similar.nearest(to: word)
            guard !nearest.isEmpty else { continue }
            isCorrected = true
            replacements[word] = nearest
            let hits = try hits(nearest.map { FTS.term($0) }.joined(separator: " OR "), factor: Self.similarFactor)
            for index in words.indices where words[index] == word { score(hits, index) }
        }
    }

    /// Raises the scores of rows whose complete name is a part of the search.
    private mutating func addCompleteNames(_ typed: [String]) throws {
        let tokens = SearchText.withoutArticles(Array(typed.prefix(Self.wordLimit)))
        for start in tokens.indices {
            for end in start..<tokens.count {
                let part = tokens[start...end]
                let rarity = Set(part).reduce(0) { sum, word in
                    sum + (words.firstIndex(of: word).map { rarities[$0] } ?? 0)
                }
                guard rarity > 0 else { continue }
                try nameRows.bind(["start : \(FTS.term(part.joined()))"])
                while try nameRows.next() {
                    named.insert(nameRows.int(0))
                    scores[nameRows.int(0)] += rarity / 2
                }
            }
        }
    }
}

extension RankedSearch {
    /// Returns the rows of characters, best first: those with all words or whose name is in the search; without a
    /// character that has all words, those that have most of them.
    func characters() -> [SearchMatch] {
        let rows = range(.characters)
        let matches =
            isComplete
            ? rows.filter { found[$0] == allWords || named.contains($0) } : rowsWithMost(rows, share: 0.5)
        return sorted(matches).map { SearchMatch(row: $0, reason: Self.all[Int(fields[$0])].reason) }
    }

    /// Returns the rows of another kind, best first: those with all words or whose name is in the search; without any,
    /// those with most of the words.
    func rows(_ kind: Kind) -> [Int] {
        let rows = range(kind)
        let matches = rows.filter { found[$0] == allWords || named.contains($0) }
        guard matches.isEmpty, kind != .comics else { return sorted(matches) }
        let most = words.indices.reduce(0) { $0 + rarities[$1] }
        return sorted(rows.filter { found[$0] != 0 && rarity($0) >= most * 0.6 })
    }

    /// Returns the rows whose words have at least this share of the rarity of the row with most.
    private func rowsWithMost(_ rows: Range<Int>, share: Float) -> [Int] {
        let known = rows.filter { found[$0] != 0 }
        let most = known.map(rarity).max() ?? 0
        return known.filter { rarity($0) >= most * share }
    }

    private func rarity(_ row: Int) -> Float {
        words.indices.reduce(0) { found[row] & 1 << UInt8($1) == 0 ? $0 : $0 + rarities[$1] }
    }

    /// The best known of equal scores come first.
    private func sorted(_ rows: [Int]) -> [Int] { rows.sorted { (-scores[$0], $0) < (-scores[$1], $1) } }
}
