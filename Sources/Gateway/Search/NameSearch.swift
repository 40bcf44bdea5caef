import GRDB

/// The search for characters by name or alias.
///
/// The full-text index (`Archive.searchTables`) finds the characters of each level; those of one level are ordered by
/// their number of comics.
struct NameSearch {
    private let db: Database
    /// The words of the search, without articles.
    let words: [String]
    /// The first row after those of characters.
    private let end: Int
    private var seen: Set<Int> = []
    private(set) var matches: [SearchMatch] = []

    private static let wordLimit = 8

    init(_ db: Database, _ typed: [String], end: Int) throws {
        (self.db, self.end) = (db, end)
        words = Array(SearchText.withoutArticles(typed).prefix(Self.wordLimit))
        guard !words.isEmpty else { return }
        let (start, exact) = ("start : \(FTS.term(joined, "*"))", expression { FTS.term($0) })
        let prefixes = expression { FTS.term($0, "*") }
        try find(.name, "nameIndex", "start : \(FTS.term(joined))")
        try find(.name, "nameIndex", "\(start) AND name : (\(exact))")
        try find(.name, "nameIndex", start)
        for words in [exact, prefixes] { try find(.name, "nameIndex", "name : (\(words))") }
        for words in [exact, prefixes] { try find(.alias, "nameIndex", "{name alias} : (\(words))") }
    }

    /// All words as one.
    var joined: String { words.joined() }

    /// Returns an FTS5 expression for all words, or all of them written as one.
    private func expression(_ term: (String) -> String) -> String {
        "(\(words.map(term).joined(separator: " AND "))) OR \(term(joined))"
    }

    /// Appends the characters that match an FTS5 expression and are not found yet.
    private mutating func find(_ reason: SearchMatch.Reason, _ table: String, _ expression: String) throws {
        let rows = try RawStatement(
            db, "SELECT rowid FROM \(table) WHERE \(table) MATCH ? AND rowid < \(end) ORDER BY rowid")
        try rows.bind([expression])
        while try rows.next() { append(SearchMatch(row: rows.int(0), reason: reason)) }
    }

    /// Appends a match unless its character is found already.
    mutating func append(_ match: SearchMatch) {
        if seen.insert(match.row).inserted { matches.append(match) }
    }

    /// Finds names and aliases with similar words, the most similar first.
    mutating func findSimilar(_ similar: SimilarWords) throws {
        for limit in 1...2 {
            let expression = expression { word in
                let others = similar.words(of: word, limit: limit).map { FTS.term($0) }
                return "(" + ([FTS.term(word, "*")] + others).joined(separator: " OR ") + ")"
            }
            for columns in ["name", "{name alias}"] {
                try find(.similar, "nameIndex", "\(columns) : (\(expression))")
            }
        }
    }

    /// Finds the characters with all words in names, aliases and the description.
    mutating func findDescriptions() throws {
        let all = words.map { FTS.term($0, "*") }.joined(separator: " AND ")
        try find(.description, "textIndex", "{name description} : (\(all))")
    }
}

/// The syntax of FTS5's query strings.
enum FTS {
    /// Returns a string, with an asterisk for a prefix. Words contain no quotation marks.
    static func term(_ word: String, _ star: String = "") -> String { "\"\(word)\"\(star)" }
}

/// A character that a search finds.
struct SearchMatch {
    /// The character's row in the indexes.
    let row: Int
    let reason: Reason

    /// The reason why a character is found, as in the wire format.
    enum Reason: String {
        case name, alias, similar, team, keyword, title, description
    }
}
