import GRDB

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
            SELECT row, key, template, json FROM searchRow JOIN source ON key = searchRow.id * 8 + \(Kind.characters.code)
            LEFT JOIN facts ON facts.id = searchRow.id
            """)
        var words: Set<String> = []
        while try rows.next() {
            guard let entry = RecordTemplate.parse(rows.bytes(2), key: rows.int(1)) else { continue }
            let name = SearchName(entry.name)
            let aliases = try Facts.parse(rows.bytes(3)).names
            let aliasWords = aliases.reduce(into: Set()) { $0.formUnion(SearchName($1).words) }
            words.formUnion(name.words.union(aliasWords))
            let text = SearchText.words(plain(entry.fields["description"]?.text ?? ""))
            try insert(insertNames, rows.int(0), name.starts, name.words, aliasWords)
            try insert(insertText, rows.int(0), name.words.union(aliasWords).union(text))
        }
        // A name is not similar because of its article.
        words.remove("the")
        try write(words, db)
    }

    private static func insert(_ statement: RawStatement, _ row: Int, _ words: Set<String>...) throws {
        try statement.bind(1, row)
        for (index, words) in words.enumerated() { try statement.bind(index + 2, words.joined(separator: " ")) }
        try statement.run()
    }

    private static func write(_ words: Set<String>, _ db: Database) throws {
        let insert = try RawStatement(db, "INSERT INTO word VALUES (?, ?)")
        for (length, words) in Dictionary(grouping: words, by: \.unicodeScalars.count) {
            try insert.bind(1, length)
            try insert.bind(2, words.joined(separator: " "))
            try insert.run()
        }
    }

    /// Returns a text without the tags and references of HTML.
    private static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return text }
        return text.replacing(/<[^>]*>|&#?[0-9A-Za-z]+;/, with: " ")
    }
}
