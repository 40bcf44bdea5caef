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
        try rows.bind([expression])
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
        let (least, most) = (
            typed.map { $0.letters.count - $0.tolerance }, typed.map { $0.letters.count + $0.tolerance }
        )
        try rows.bind([least.min() ?? 0, most.max() ?? 0])
        while try rows.next() {
            let length = rows.int(0)
            let comparable = typed.filter { abs($0.letters.count - length) <= $0.tolerance }
            for bytes in rows.bytes(1).split(separator: UInt8(ascii: " ")) where !comparable.isEmpty {
                let known = String(decoding: bytes, as: UTF8.self)
                let letters = Array(known.unicodeScalars)
                for word in comparable {
                    distances[word.text, default: [:]][known] = word.distance(to: letters, limit: word.tolerance)
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

extension Archive {
    /// Returns a page of the characters that match a text, best first, with the reasons.
    static func search(_ text: String, _ query: ListQuery, isFromMarvel: Bool, _ db: Database) throws -> ListResult {
        let search = try CharacterSearch(db, text)
        var result = ListResult(total: search.matches.count, isFromMarvel: isFromMarvel)
        let statement = try db.cachedStatement(
            sql: """
                SELECT searchRow.id, name, json FROM searchRow JOIN characters ON characters.id = searchRow.id
                LEFT JOIN facts ON facts.id = searchRow.id WHERE row = ?
                """)
        for match in search.matches.dropFirst(query.offset).prefix(query.limit) {
            guard let row = try Row.fetchOne(statement, arguments: [match.row]) else { continue }
            let facts = try Facts.parse((row[2] as String? ?? "").utf8)
            let member = search.member(match, names: [row[1]] + facts.names)
            try append([row[0]], of: .characters, to: &result, db) { id in
                (query.facts ? try factsMember(id, db) : []) + [member]
            }
        }
        return result
    }
}

extension Archive {
    /// Creates the tables of the search.
    ///
    /// `searchRow` contains the characters with most comics first; its rows have the numbers of those in the two indexes,
    /// so these list characters in that order. `nameIndex` has the words of `SearchName`, `textIndex` those of the names
    /// and the description. `word` contains the words of all names by their number of letters, for similar ones. Only
    /// words of ASCII letters and digits or of other characters are written and looked up, so FTS5 needs no knowledge
    /// of Unicode.
    static let searchTables = """
        CREATE TABLE searchRow(row INTEGER PRIMARY KEY, id INTEGER NOT NULL);
        CREATE TABLE word(length INTEGER PRIMARY KEY, texts TEXT NOT NULL);
        CREATE VIRTUAL TABLE nameIndex USING
          fts5(start, name, alias, tokenize = 'ascii', prefix = '1 2', content = '', columnsize = 0, detail = column);
        CREATE VIRTUAL TABLE textIndex USING
          fts5(text, tokenize = 'ascii', content = '', columnsize = 0, detail = none);

        """

    /// Writes all tables of the search.
    static func writeSearchIndex(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM searchRow; DELETE FROM word;
                INSERT INTO nameIndex(nameIndex) VALUES ('delete-all');
                INSERT INTO textIndex(textIndex) VALUES ('delete-all');
                INSERT INTO searchRow(id) SELECT id FROM characters ORDER BY (
                  SELECT count(*) FROM relation
                  WHERE subject = id * 8 + \(Kind.characters.code) AND kind = \(Kind.comics.code)) DESC, rank
                """)
        let insertNames = try RawStatement(db, "INSERT INTO nameIndex(rowid, start, name, alias) VALUES (?, ?, ?, ?)")
        let insertText = try RawStatement(db, "INSERT INTO textIndex(rowid, text) VALUES (?, ?)")
        let rows = try RawStatement(
            db,
            """
            SELECT row, template, json FROM searchRow JOIN source ON key = searchRow.id * 8 + \(Kind.characters.code)
            LEFT JOIN facts ON facts.id = searchRow.id
            """)
        var words: Set<String> = []
        while try rows.next() {
            guard let hero = RecordTemplate.parse(rows.bytes(1)) else { continue }
            let name = SearchName(hero["name"]?.textOrNumber ?? "")
            let aliases = try Facts.parse(rows.bytes(2)).names
            let aliasWords = aliases.reduce(into: Set()) { $0.formUnion(SearchName($1).words) }
            words.formUnion(name.words.union(aliasWords))
            let text = SearchText.words(plain(hero["description"]?.text ?? ""))
            let sets = [name.starts, name.words, aliasWords, name.words.union(aliasWords).union(text)]
            let texts = sets.map { $0.joined(separator: " ") }
            try insertNames.run([rows.int(0), texts[0], texts[1], texts[2]])
            try insertText.run([rows.int(0), texts[3]])
        }
        // A name is not similar because of its article.
        words.remove("the")
        let insertWords = try RawStatement(db, "INSERT INTO word VALUES (?, ?)")
        for (length, words) in Dictionary(grouping: words, by: \.unicodeScalars.count) {
            try insertWords.run([length, words.joined(separator: " ")])
        }
    }

    /// Returns a text without the tags and references of HTML.
    private static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return text }
        return text.replacing(/<[^>]*>|&#?[0-9A-Za-z]+;/, with: " ")
    }
}
