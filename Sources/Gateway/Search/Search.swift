import GRDB
import Glibc

/// A row of the index that a search found.
struct RowMatch {
    /// The character's row in the index.
    let row: Int
    let reason: Reason

    /// The reason why a character is found, as in the wire format.
    enum Reason: String {
        case name, alias, similar, team, keyword, title, description
    }
}

/// A search of an archive for objects of all kinds.
///
/// Characters with all words in their names come first, by `nameLevel`. The others come by their score: each word counts
/// in proportion to its rarity and to the weight of the field, and less if the object has only a longer word or one that
/// counts as the same. A word that no object has counts as the similar ones.
struct Search {
    /// The words without articles.
    let words: [String]
    /// All words as one.
    let joined: String
    private(set) var similar = SimilarWords()

    private let db: Database
    private let postings: Postings
    private let kinds: [Kind: Range<Int>]
    private let thesaurus: Thesaurus
    private var rows: [Row]
    private var rarities: [Float]
    /// The words with a meaning of their own.
    private let content: UInt16

    /// What is known of a row. Each word has a bit in the sets; `joinedBit` is that of all words as one.
    private struct Row {
        var (inName, startsInName, inNames, startsInNames) = (UInt16(0), UInt16(0), UInt16(0), UInt16(0))
        /// The words in any field.
        var found: UInt16 = 0
        /// 1 if the search is the complete name, 2 if it is its start, 4 if it contains the name.
        var start: UInt8 = 0
        /// The field with the least weight that a word was found in.
        var field: UInt8 = 0
        var score: Float = 0
    }

    private static let joinedBit: UInt16 = 1 << 15
    private static let (letterLimit, wordLimit) = (100, 12)

    /// The factors of longer words and of those that count as the same, and of similar words.
    private static let (variantFactor, similarFactor): (Float, Float) = (0.7, 0.5)

    init(_ db: Database, _ text: String, _ thesaurus: Thesaurus) throws {
        let typed = SearchText.words(text.prefix(Self.letterLimit))
        let words = Array(SearchText.withoutArticles(typed).prefix(Self.wordLimit))
        self.words = words
        joined = words.joined()
        let all = words.indices.filter { !SearchText.stopWords.contains(words[$0]) }
        content = (all.isEmpty ? Array(words.indices) : all).reduce(0) { $0 | 1 << UInt16($1) }
        (self.db, self.thesaurus) = (db, thesaurus)
        postings = try Postings(db)
        kinds = try Archive.searchKinds(db)
        rows = Array(repeating: Row(), count: kinds.values.map(\.upperBound).max() ?? 0)
        rarities = Array(repeating: 0, count: words.count)
        guard !words.isEmpty else { return }
        for index in words.indices { try find(index) }
        // A single word has been found already.
        for (field, isName) in [(SearchField.name, true), (.alias, false)] where words.count > 1 {
            mark(try postings.rows(field, [joined]), Self.joinedBit, isName: isName, isExact: true)
            mark(try postings.rows(field, longerThan: joined), Self.joinedBit, isName: isName, isExact: false)
        }
        for row in try postings.rows(.start, [joined]) { rows[Int(row)].start |= 3 }
        for row in try postings.rows(.start, longerThan: joined) { rows[Int(row)].start |= 2 }
    }

    private func range(_ kind: Kind) -> Range<Int> { kinds[kind] ?? 0..<0 }

    private var allWords: UInt16 { UInt16(truncatingIfNeeded: (1 << words.count) - 1) }
}

extension Search {
    /// Marks rows that have a word in the name or, unless `isName` is true, in an alias.
    private mutating func mark(_ found: [Int32], _ bit: UInt16, isName: Bool, isExact: Bool) {
        let (exact, name): (UInt16, UInt16) = (isExact ? bit : 0, isName ? bit : 0)
        for row in found {
            rows[Int(row)].inName |= exact & name
            rows[Int(row)].startsInName |= name
            rows[Int(row)].inNames |= exact
            rows[Int(row)].startsInNames |= bit
        }
    }

    /// Returns the level of a character with all words in its names, 0 for the best; nil if it lacks one.
    private func nameLevel(_ row: Row) -> Int? {
        let all = allWords
        func has(_ words: UInt16) -> Bool { words & all == all || words & Self.joinedBit != 0 }
        if row.start & 1 != 0 { return 0 }
        if row.start & 2 != 0 { return has(row.inName) ? 1 : 2 }
        return [row.inName, row.startsInName, row.inNames, row.startsInNames].firstIndex(where: has).map { $0 + 3 }
    }

    /// Returns the characters with all words in names and aliases, best first.
    func names() -> [RowMatch] {
        var levels: [[RowMatch]] = Array(repeating: [], count: 7)
        for row in range(.characters) where rows[row].startsInNames != 0 || rows[row].start != 0 {
            guard let level = nameLevel(rows[row]) else { continue }
            levels[level].append(RowMatch(row: row, reason: level < 5 ? .name : .alias))
        }
        return levels.flatMap(\.self)
    }

    /// Returns the characters with similar words in names and aliases, the most similar first.
    mutating func similarNames() throws -> [RowMatch] {
        similar = try SimilarWords(db, to: Set(words + [joined]))
        for limit in 1...2 {
            for (index, word) in (words + [joined]).enumerated() {
                let bit = index < words.count ? 1 << UInt16(index) : Self.joinedBit
                let others = similar.words(of: word, limit: limit)
                mark(try postings.rows(.name, others), bit, isName: true, isExact: false)
                mark(try postings.rows(.alias, others), bit, isName: false, isExact: false)
            }
            let found = names()
            if !found.isEmpty { return found.map { RowMatch(row: $0.row, reason: .similar) } }
        }
        return []
    }
}

extension Search {
    /// Rows of a field with their share of the score.
    private typealias Hits = (field: SearchField, weight: Float, rows: [Int32])

    /// Finds a word in all fields; one without a meaning of its own in names only.
    private mutating func find(_ index: Int) throws {
        let (word, bit) = (words[index], UInt16(1) << UInt16(index))
        let isShort = word.unicodeScalars.count < 3
        var others = thesaurus.others(word)
        if word.count > 3, word.hasSuffix("s") { others.insert(String(word.dropLast())) }
        var hits: [Hits] = []
        for field in SearchField.allCases where field != .start {
            let isName = field == .name || field == .alias
            guard isName || content & bit != 0 else { continue }
            let exact = try postings.rows(field, [word])
            let longer = isShort && !isName ? [] : try postings.rows(field, longerThan: word)
            if isName {
                mark(exact, bit, isName: field == .name, isExact: true)
                mark(longer, bit, isName: field == .name, isExact: false)
            }
            let variants = (isShort ? [] : longer) + (try postings.rows(field, others))
            hits.append((field, field.match.weight, exact))
            hits.append((field, field.match.weight * Self.variantFactor, variants))
        }
        if content & bit != 0 { score(hits, index) }
    }

    /// Adds a word to the scores of rows, each with the best of its hits.
    private mutating func score(_ hits: [Hits], _ index: Int) {
        let bit = UInt16(1) << UInt16(index)
        // Comics are so many that a word in their titles would seem common.
        let end = Int32(range(.comics).lowerBound)
        var count = 0
        let new = hits.sorted { $0.weight > $1.weight }.map { hits -> Hits in
            let new = hits.rows.filter { row in
                defer { rows[Int(row)].found |= bit }
                return rows[Int(row)].found & bit == 0
            }
            count += new.count(where: { $0 < end })
            return (hits.field, hits.weight, new)
        }
        rarities[index] = logf(1 + Float(max(end, 1)) / Float(max(count, 1)))
        for hits in new {
            let score = rarities[index] * (1 + hits.weight)
            for row in hits.rows {
                rows[Int(row)].score += score
                rows[Int(row)].field = max(rows[Int(row)].field, UInt8(hits.field.rawValue))
            }
        }
    }

    /// Adds the rows with words similar to unknown ones, and the rows with a complete name that is a part of the search.
    mutating func complete() throws {
        let known = rows.reduce(0) { $0 | $1.found }
        let unknown = words.indices.filter { content & ~known & 1 << UInt16($0) != 0 }
        if !unknown.isEmpty, similar.isEmpty { similar = try SimilarWords(db, to: Set(unknown.map { words[$0] })) }
        for index in unknown {
            let nearest = similar.nearest(to: words[index])
            let fields = SearchField.allCases.dropFirst()
            score(
                try fields.map { ($0, $0.match.weight * Self.similarFactor, try postings.rows($0, nearest)) }, index)
        }
        for start in words.indices {
            for end in start..<words.count {
                let rarity = rarities[start...end].reduce(0, +)
                guard rarity > 0 else { continue }
                for row in try postings.rows(.start, [words[start...end].joined()]) {
                    rows[Int(row)].start |= 4
                    rows[Int(row)].score += rarity / 2
                }
            }
        }
    }

    /// True if a character has all words.
    var isComplete: Bool { range(.characters).contains { rows[$0].found & content == content } }

    /// Returns the characters by their score: those with all words or with a name that is in the search; without a
    /// character that has all words, those that have most of them.
    func characters() -> [RowMatch] {
        let found = isComplete ? matches(.characters) : rowsWithMost(.characters, share: 0.5)
        return sorted(found).map { row in
            RowMatch(row: row, reason: SearchField(rawValue: Int(rows[row].field))?.match.reason ?? .name)
        }
    }

    /// Returns the rows of another kind, best first: those with all words or with a name that is in the search; without
    /// any, those with most of the words.
    func rows(_ kind: Kind) -> [Int] {
        let found = matches(kind)
        return sorted(found.isEmpty && kind != .comics ? rowsWithMost(kind, share: 0.6, of: rarity(content)) : found)
    }

    private func matches(_ kind: Kind) -> [Int] {
        range(kind).filter { content != 0 && rows[$0].found & content == content || rows[$0].start & 5 != 0 }
    }

    /// Returns the rows with words of at least this share of a rarity, by default that of the row with most.
    private func rowsWithMost(_ kind: Kind, share: Float, of most: Float? = nil) -> [Int] {
        let found = range(kind).filter { rows[$0].found != 0 }
        let least = (most ?? found.map { rarity(rows[$0].found) }.max() ?? 0) * share
        return found.filter { rarity(rows[$0].found) >= least }
    }

    private func rarity(_ found: UInt16) -> Float {
        words.indices.reduce(0) { found & 1 << UInt16($1) == 0 ? $0 : $0 + rarities[$1] }
    }

    /// The best known of equal scores come first.
    private func sorted(_ found: [Int]) -> [Int] {
        // Positive numbers have the order of their bits.
        found.map { UInt64(rows[$0].score.bitPattern) << 32 | UInt64(UInt32.max - UInt32($0)) }.sorted(by: >)
            .map { Int(UInt32.max - UInt32(truncatingIfNeeded: $0)) }
    }
}
