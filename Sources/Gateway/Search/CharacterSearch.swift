import GRDB

/// A search for characters by name, alias or description.
///
/// The archive's full-text indexes (`Archive.searchTables`) find the characters of each level; those of one level are
/// ordered by their number of comics. Similar names are searched if no name or alias matches, by comparing all words of
/// names with the typed ones. Texts without a word of three letters are searched in names and aliases only.
struct CharacterSearch {
    /// The reason why a character is found, as in the wire format.
    enum Reason: String {
        case name, alias, similar, description
    }

    struct Match {
        /// The character's row in the indexes.
        let row: Int
        let reason: Reason
    }

    private static let lengthLimit = 100
    private static let wordLimit = 8

    private let db: Database
    private let words: [String]
    private let joined: String
    private var seen: Set<Int> = []
    private(set) var matches: [Match] = []
    /// The similar words of each typed word.
    private var similar: [String: Set<String>] = [:]

    init(_ db: Database, _ text: String) throws {
        self.db = db
        let typed = SearchText.words(text.prefix(Self.lengthLimit))
        words = Array(SearchText.withoutArticles(typed).prefix(Self.wordLimit))
        joined = words.joined()
        guard !words.isEmpty else { return }
        let (start, exact) = ("start : \(term(joined, "*"))", expression { term($0) })
        let prefixes = expression { term($0, "*") }
        try find(.name, "nameIndex", "start : \(term(joined))")
        try find(.name, "nameIndex", "\(start) AND name : (\(exact))")
        try find(.name, "nameIndex", start)
        for words in [exact, prefixes] { try find(.name, "nameIndex", "name : (\(words))") }
        for words in [exact, prefixes] { try find(.alias, "nameIndex", "{name alias} : (\(words))") }
        guard words.contains(where: { $0.unicodeScalars.count > 2 }) else { return }
        if matches.isEmpty { try findSimilar() }
        try find(.description, "textIndex", words.map { term($0, "*") }.joined(separator: " AND "))
    }

    /// Returns an FTS5 string, with an asterisk for a prefix. Words contain no quotation marks.
    private func term(_ word: String, _ star: String = "") -> String { "\"\(word)\"\(star)" }

    /// Returns an FTS5 expression for all words, or all of them written as one.
    private func expression(_ term: (String) -> String) -> String {
        "(\(words.map(term).joined(separator: " AND "))) OR \(term(joined))"
    }

    /// Appends the characters that match an FTS5 expression and are not found yet.
    private mutating func find(_ reason: Reason, _ table: String, _ expression: String) throws {
        let rows = try RawStatement(db, "SELECT rowid FROM \(table) WHERE \(table) MATCH ? ORDER BY rowid")
        try rows.bind(1, expression)
        while try rows.next() {
            let row = rows.int(0)
            if seen.insert(row).inserted { matches.append(Match(row: row, reason: reason)) }
        }
    }
}

extension CharacterSearch {
    /// Finds names and aliases with similar words, the most similar first.
    private mutating func findSimilar() throws {
        let typed = Set(words + [joined]).map(SearchWord.init).filter { $0.tolerance > 0 }
        let distances = try distances(typed)
        for limit in 1...2 {
            similar = distances.mapValues { Set($0.filter { $0.value <= limit }.keys) }
            let expression = expression { word in
                "(" + ([term(word, "*")] + similar[word, default: []].map { term($0) }).joined(separator: " OR ") + ")"
            }
            for columns in ["name", "{name alias}"] {
                try find(.similar, "nameIndex", "\(columns) : (\(expression))")
            }
        }
    }

    /// Returns for each typed word the similar words of all names, with their distances.
    private func distances(_ typed: [SearchWord]) throws -> [String: [String: Int]] {
        var distances: [String: [String: Int]] = [:]
        let rows = try RawStatement(db, "SELECT length, texts FROM word WHERE length BETWEEN ? AND ?")
        try rows.bind(1, typed.map { $0.letters.count - $0.tolerance }.min() ?? 0)
        try rows.bind(2, typed.map { $0.letters.count + $0.tolerance }.max() ?? 0)
        while try rows.next() {
            let length = rows.int(0)
            let comparable = typed.filter { abs($0.letters.count - length) <= $0.tolerance }
            for bytes in rows.bytes(1).split(separator: UInt8(ascii: " ")) where !comparable.isEmpty {
                let set = SearchWord.set(bytes)
                for word in comparable {
                    guard let distance = word.distance(toSimilar: bytes, set) else { continue }
                    distances[word.text, default: [:]][String(decoding: bytes, as: UTF8.self)] = distance
                }
            }
        }
        return distances
    }
}

extension CharacterSearch {
    /// Returns the member of the wire format that explains a match; `names` are the character's name and aliases.
    func member(_ match: Match, names: [String]) -> JSON.Member {
        let candidates =
            switch match.reason {
            case .name, .description: [String]()
            case .alias: Array(names.dropFirst())
            case .similar: names
            }
        let best = candidates.enumerated().max { (score($0.element), -$0.offset) < (score($1.element), -$1.offset) }
        return JSON.Member(
            "match",
            .object([
                JSON.Member("reason", .string(match.reason.rawValue)),
                JSON.Member("text", .string(best?.element ?? "")),
            ]))
    }

    /// Returns the number of typed words that a name contains.
    private func score(_ name: String) -> Int {
        let known = SearchName(name).words
        func isKnown(_ word: String) -> Bool {
            known.contains { $0.hasPrefix(word) } || !known.isDisjoint(with: similar[word, default: []])
        }
        return isKnown(joined) ? words.count : words.count(where: isKnown)
    }
}
