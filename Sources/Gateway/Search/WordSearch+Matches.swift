import GRDB

/// A character that a search found.
struct RowMatch {
    /// The character's row in the index.
    let row: Int
    let reason: Reason
    /// The text that the search matches, if it is known.
    var text: String?

    /// The reason why a character is found, as in the wire format.
    enum Reason: String, CaseIterable {
        case name, alias, similar, team, creator, keyword, title, description
    }
}

/// Characters by their names.
extension WordSearch {
    /// Returns the characters with all words in names and aliases, best first; without any, those with all words but the
    /// ones that ask.
    mutating func names() throws -> [RowMatch] {
        let found = try names(with: typed.all)
        return found.isEmpty && typed.required != typed.all ? try names(with: typed.required) : found
    }

    private mutating func names(with words: WordSet) throws -> [RowMatch] {
        let joined = typed.joined(words)
        guard !joined.isEmpty else { return [] }
        // A single word has been found already.
        if joined != typed.words.first || typed.words.count > 1 {
            for (field, isName) in [(SearchField.name, true), (.alias, false)] {
                mark(try postings.rows(field, [joined]), .joined, isName: isName, isExact: true)
                mark(try postings.rows(field, longerThan: joined), .joined, isName: isName, isExact: false)
            }
        }
        for row in try postings.rows(.completeName, [joined]) { rows[Int(row)].isName = true }
        for row in try postings.rows(.completeName, longerThan: joined) { rows[Int(row)].startsName = true }
        return matches(with: words)
    }

    private func matches(with words: WordSet) -> [RowMatch] {
        var levels: [[RowMatch]] = Array(repeating: [], count: 7)
        for row in range(.characters) {
            guard let level = level(rows[row], words) else { continue }
            levels[level].append(RowMatch(row: row, reason: level < 5 ? .name : .alias))
        }
        return levels.flatMap(\.self)
    }

    /// Returns the level of a character with all words in its names, 0 for the best; nil if it lacks one.
    private func level(_ row: IndexRow, _ words: WordSet) -> Int? {
        func has(_ found: WordSet) -> Bool { found.isSuperset(of: words) || found.contains(.joined) }
        if row.isName { return 0 }
        if row.startsName { return has(row.inName) ? 1 : 2 }
        return [row.inName, row.startsInName, row.inNames, row.startsInNames].firstIndex(where: has).map { $0 + 3 }
    }

    /// Returns the characters with similar words in names and aliases, the most similar first.
    mutating func similarNames() throws -> [RowMatch] {
        let joined = typed.joined(typed.required)
        let indices = typed.words.indices.filter { typed.required.contains(.word($0)) }
        similar = try SimilarWords(db, to: Set(indices.map { typed.words[$0] } + [joined]))
        for limit in 1...2 {
            for (text, word) in indices.map({ (typed.words[$0], WordSet.word($0)) }) + [(joined, .joined)] {
                let others = similar.words(of: text, limit: limit)
                mark(try postings.rows(.name, others), word, isName: true, isExact: false)
                mark(try postings.rows(.alias, others), word, isName: false, isExact: false)
            }
            let found = matches(with: typed.required)
            if !found.isEmpty { return found.map { RowMatch(row: $0.row, reason: .similar) } }
        }
        return []
    }
}

/// Objects by their scores.
extension WordSearch {
    /// True if a character has all words that count.
    var isComplete: Bool { range(.characters).contains { rows[$0].found.isSuperset(of: required) } }

    /// Returns the characters with all words, best first; without any, those that have most of them.
    func characters() -> [RowMatch] {
        let found = isComplete ? complete(.characters) : rowsWithMost(.characters, share: 0.5)
        return sorted(found).map { RowMatch(row: $0, reason: rows[$0].field.match.reason) }
    }

    /// Returns the rows of another kind with all words, best first; without any, those with most of the words.
    func others(_ kind: Kind) -> [Int] {
        let found = complete(kind)
        guard found.isEmpty, kind != .comics else { return sorted(found) }
        return sorted(rowsWithMost(kind, share: 0.6, of: rarity(required)))
    }

    private func complete(_ kind: Kind) -> [Int] {
        required.isEmpty ? [] : range(kind).filter { rows[$0].found.isSuperset(of: required) }
    }

    /// Returns the rows with words of at least this share of a rarity, by default that of the row with most.
    private func rowsWithMost(_ kind: Kind, share: Float, of most: Float? = nil) -> [Int] {
        let found = range(kind).filter { !rows[$0].found.isEmpty }
        let least = (most ?? found.map { rarity(rows[$0].found) }.max() ?? 0) * share
        return found.filter { rarity(rows[$0].found) >= least }
    }

    /// The best known of equal scores come first.
    private func sorted(_ found: [Int]) -> [Int] {
        found.sorted { (rows[$0].score, $1) > (rows[$1].score, $0) }
    }
}
