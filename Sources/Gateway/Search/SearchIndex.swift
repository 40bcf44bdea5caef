import GRDB

extension Archive {
    /// Creates the tables of the search.
    ///
    /// `searchRow` contains the objects that can be searched, kind by kind and the best known first; its rows have the
    /// numbers of those in the two indexes, so these list objects in that order. `searchKind` has the rows of each kind.
    /// `nameIndex` has the words of `SearchName` of all objects, `textIndex` those of characters by field. `word`
    /// contains all words by their number of letters, for similar ones. Only words of ASCII letters and digits or of
    /// other characters are written and looked up, so FTS5 needs no knowledge of Unicode.
    static let searchTables = """
        CREATE TABLE searchRow(row INTEGER PRIMARY KEY, key INTEGER NOT NULL);
        CREATE TABLE searchKind(kind INTEGER PRIMARY KEY, first INTEGER NOT NULL, end INTEGER NOT NULL);
        CREATE TABLE word(length INTEGER PRIMARY KEY, texts TEXT NOT NULL);
        CREATE VIRTUAL TABLE nameIndex USING
          fts5(start, name, alias, tokenize = 'ascii', prefix = '1 2 3', content = '', columnsize = 0, detail = column);
        CREATE VIRTUAL TABLE textIndex USING
          fts5(name, team, keyword, title, description,
          tokenize = 'ascii', content = '', columnsize = 0, detail = column);

        """

    /// Writes all tables of the search.
    static func writeSearchIndex(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM searchRow; DELETE FROM searchKind; DELETE FROM word;
                INSERT INTO nameIndex(nameIndex) VALUES ('delete-all');
                INSERT INTO textIndex(textIndex) VALUES ('delete-all');
                """)
        for kind in Kind.searched { try number(kind, db) }
        var index = try SearchIndexWriter(db)
        try index.addCharacters()
        for kind in Kind.searched where kind != .characters { try index.add(kind) }
        try index.writeWords()
    }

    /// Numbers the rows of a kind: those with the most relations first, and comics by title.
    private static func number(_ kind: Kind, _ db: Database) throws {
        let related: Kind = kind == .teams ? .characters : .comics
        let count = "SELECT count(*) FROM relation WHERE subject = id * 8 + \(kind.code) AND kind = \(related.code)"
        let order = kind == .comics ? "titleRank, rank" : "(\(count)) DESC, rank"
        try db.execute(
            sql: """
                INSERT INTO searchKind SELECT \(kind.code), ifnull(max(row), 0) + 1, 0 FROM searchRow;
                INSERT INTO searchRow(key) SELECT id * 8 + \(kind.code) FROM \(kind.rawValue) ORDER BY \(order);
                UPDATE searchKind SET end = (SELECT ifnull(max(row), 0) + 1 FROM searchRow) WHERE kind = \(kind.code);
                """)
    }
}

extension Kind {
    /// The kinds that can be searched, in the order of their rows and of their results. Comics are last, since there
    /// are the most of them.
    static let searched: [Kind] = [.characters, .teams, .events, .series, .creators, .comics]
}

/// The writer of the words of all objects.
private struct SearchIndexWriter {
    private let db: Database
    private let insertName: RawStatement
    private let insertText: RawStatement
    private var words: Set<String> = []
    /// The words of the titles of series and events, by key.
    private var titles: [Int: Set<String>] = [:]

    init(_ db: Database) throws {
        self.db = db
        insertName = try RawStatement(db, "INSERT INTO nameIndex(rowid, start, name, alias) VALUES (?, ?, ?, ?)")
        insertText = try RawStatement(
            db, "INSERT INTO textIndex(rowid, name, team, keyword, title, description) VALUES (?, ?, ?, ?, ?, ?)")
    }

    mutating func addCharacters() throws {
        try readTitles()
        let rows = try RawStatement(
            db,
            """
            SELECT row, searchRow.key, template, json FROM searchRow JOIN source ON source.key = searchRow.key
            LEFT JOIN facts ON facts.id = searchRow.key / 8 WHERE searchRow.key % 8 = \(Kind.characters.code)
            """)
        let works = try RawStatement(
            db,
            "SELECT kind, object FROM relation WHERE subject = ? AND kind IN (\(Kind.series.code), \(Kind.events.code))"
        )
        while try rows.next() {
            guard let hero = RecordTemplate.parse(rows.bytes(2)) else { continue }
            let name = SearchName(hero["name"]?.textOrNumber ?? "")
            let facts = try Facts.parse(rows.bytes(3))
            let alias = Self.words(facts.names)
            var title: Set<String> = []
            try works.bind([rows.int(1)])
            while try works.next() { title.formUnion(titles[works.int(0) + works.int(1) * 8] ?? []) }
            let texts = [
                name.words.union(alias), Self.words(facts.teams), Set(SearchText.words(facts.keywords ?? "")), title,
                Set(SearchText.words(Self.plain(hero["description"]?.text ?? ""))),
            ]
            try insertName.run([rows.int(0), Self.text(name.starts), Self.text(name.words), Self.text(alias)])
            try insertText.run([rows.int(0)] + texts.map(Self.text))
            for text in texts { words.formUnion(text) }
        }
    }

    private mutating func readTitles() throws {
        for kind in [Kind.series, .events] {
            let rows = try RawStatement(db, "SELECT id, name FROM \(kind.rawValue)")
            while try rows.next() {
                titles[kind.key(rows.int(0))] = SearchName(String(decoding: rows.bytes(1), as: UTF8.self)).words
            }
        }
    }

    /// Adds the names of another kind.
    mutating func add(_ kind: Kind) throws {
        let rows = try RawStatement(
            db,
            """
            SELECT row, name FROM searchRow JOIN \(kind.rawValue) ON id = key / 8 WHERE key % 8 = \(kind.code)
            """)
        while try rows.next() {
            let name = SearchName(String(decoding: rows.bytes(1), as: UTF8.self))
            try insertName.run([rows.int(0), Self.text(name.starts), Self.text(name.words), ""])
            words.formUnion(name.words)
        }
    }

    mutating func writeWords() throws {
        // A name is not similar because of its article.
        words.subtract(SearchText.stopWords)
        let insert = try RawStatement(db, "INSERT INTO word VALUES (?, ?)")
        for (length, words) in Dictionary(grouping: words, by: \.unicodeScalars.count) {
            try insert.run([length, words.joined(separator: " ")])
        }
    }

    private static func words(_ names: [String]) -> Set<String> {
        names.reduce(into: []) { $0.formUnion(SearchName($1).words) }
    }

    private static func text(_ words: Set<String>) -> String { words.joined(separator: " ") }

    /// Returns a text without the tags and references of HTML.
    private static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return text }
        return text.replacing(/<[^>]*>|&#?[0-9A-Za-z]+;/, with: " ")
    }
}
