import FoundationEssentials
import GRDB

extension Archive {
    /// Creates the tables of the search.
    ///
    /// `searchRow` contains the objects that can be searched, kind by kind and the best known first; its rows are
    /// numbered from 1. `searchKind` has the rows of each kind.
    /// `posting` has the rows of each word in a field, as `Posting` encodes them, and `word` all words by their number of
    /// letters, each followed by a space, for similar ones.
    static let searchTables = """
        CREATE TABLE searchRow(row INTEGER PRIMARY KEY, key INTEGER NOT NULL);
        CREATE INDEX searchRowBy_key ON searchRow(key);
        CREATE TABLE searchKind(kind INTEGER PRIMARY KEY, first INTEGER NOT NULL, end INTEGER NOT NULL);
        CREATE TABLE posting(field INTEGER, word TEXT, rows BLOB NOT NULL, PRIMARY KEY(field, word)) WITHOUT ROWID;
        CREATE TABLE word(length INTEGER PRIMARY KEY, texts TEXT NOT NULL);

        """

    static func writeSearchIndex(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM searchRow; DELETE FROM searchKind; DELETE FROM posting; DELETE FROM word
                """)
        for kind in Kind.searched { try number(kind, db) }
        var index = SearchIndexWriter(db)
        try index.addCharacters()
        for kind in Kind.searched where kind != .characters { try index.add(kind) }
        try index.addStories()
        try index.write()
    }

    /// Numbers the rows of a kind: those with the most relations first, and comics by title.
    private static func number(_ kind: Kind, _ db: Database) throws {
        let related: Kind = kind == .teams ? .characters : .comics
        let key = ObjectKey.sql("id", kind)
        let count = "SELECT count(*) FROM relation WHERE subject = \(key) AND kind = \(related.code)"
        let order = kind == .comics ? "titleRank, rank" : "(\(count)) DESC, rank"
        try db.execute(
            sql: """
                INSERT INTO searchKind SELECT \(kind.code), ifnull(max(row), 0) + 1, 0 FROM searchRow;
                INSERT INTO searchRow(key) SELECT \(key) FROM \(kind.rawValue) ORDER BY \(order);
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
    private var postings: [SearchField: [String: Posting]] = [:]
    /// The words of the titles of series and events, by key.
    private var titles: [ObjectKey: Set<String>] = [:]

    init(_ db: Database) { self.db = db }

    private mutating func add(_ words: some Sequence<String>, _ field: SearchField, _ row: Int) {
        for word in words { postings[field, default: [:]][word, default: Posting()].append(row) }
    }

    mutating func addCharacters() throws {
        try readTitles()
        let rows = try RawStatement(
            db,
            """
            SELECT row, searchRow.key, template, json FROM searchRow JOIN source ON source.key = searchRow.key
            LEFT JOIN facts ON facts.id = \(ObjectKey.idSQL("searchRow.key"))
            WHERE \(ObjectKey.codeSQL("searchRow.key")) = \(Kind.characters.code) ORDER BY row
            """)
        let works = try RawStatement(
            db,
            "SELECT \(ObjectKey.sql("object", code: "kind")) FROM relation WHERE subject = ? AND kind IN (\(Kind.series.code), \(Kind.events.code))"
        )
        while try rows.next() {
            guard let hero = RecordTemplate.parse(rows.bytes(2)) else { continue }
            let name = SearchName(hero["name"]?.textOrNumber ?? "")
            let facts = try Facts.parse(rows.bytes(3))
            var title: Set<String> = []
            try works.bind([rows.int(1)])
            while try works.next() { title.formUnion(titles[works.key(0)] ?? []) }
            let row = rows.int(0)
            add(name.completeNames, .completeName, row)
            add(name.words, .name, row)
            let aliases = facts.names + [name.bracket].compactMap { $0.map(String.init) }
            add(Set(aliases.flatMap { SearchName($0).completeNames }), .completeAlias, row)
            add(Self.words(facts.names), .alias, row)
            add(Self.words(facts.teams.map(\.team)), .team, row)
            add(Set(SearchText.words(facts.keywords ?? "")), .keyword, row)
            add(title, .title, row)
            add(Set(SearchText.words(Self.plain(hero["description"]?.text ?? ""))), .description, row)
        }
    }

    private mutating func readTitles() throws {
        for kind in [Kind.series, .events] {
            let rows = try RawStatement(db, "SELECT id, name FROM \(kind.rawValue)")
            while try rows.next() {
                titles[ObjectKey(kind, rows.int(0))] = SearchName(String(decoding: rows.bytes(1), as: UTF8.self)).words
            }
        }
    }

    mutating func add(_ kind: Kind) throws {
        let rows = try RawStatement(
            db,
            """
            SELECT row, name FROM searchRow JOIN \(kind.rawValue) ON id = \(ObjectKey.idSQL("key"))
            WHERE \(ObjectKey.codeSQL("key")) = \(kind.code) ORDER BY row
            """)
        while try rows.next() {
            let name = SearchName(String(decoding: rows.bytes(1), as: UTF8.self))
            // Many comics have the name of their series.
            add(kind == .comics ? name.issueNames : name.completeNames, .completeName, rows.int(0))
            add(name.words, .name, rows.int(0))
        }
    }

    /// Adds the titles of stories to their comics, except those that only name the comic, such as “cover from …”.
    mutating func addStories() throws {
        let rows = try RawStatement(
            db,
            """
            SELECT row, name FROM searchRow JOIN relation ON subject = key AND kind = \(Kind.stories.code)
            JOIN stories ON id = object WHERE \(ObjectKey.codeSQL("key")) = \(Kind.comics.code) ORDER BY row
            """)
        while try rows.next() {
            let title = String(decoding: rows.bytes(1), as: UTF8.self)
            let words = SearchText.words(title)
            guard let first = words.first, !title.contains("#"), !["cover", "interior", "story"].contains(first) else {
                continue
            }
            let titles = [title[...], title.range(of: ", Part ").map { title[..<$0.lowerBound] }]
            let names = titles.compactMap { $0.map { SearchText.withoutArticles(SearchText.words($0)).joined() } }
            add(Set(names).subtracting([""]), .completeAlias, rows.int(0))
            add(Set(words), .title, rows.int(0))
        }
    }

    func write() throws {
        let insert = try RawStatement(db, "INSERT INTO posting VALUES (?, ?, ?)")
        var words: Set<String> = []
        for (field, postings) in postings {
            for (word, posting) in postings.sorted(by: { $0.key < $1.key }) {
                try insert.run([field.rawValue, word, Data(posting.bytes)])
            }
            if !field.isComplete { words.formUnion(postings.keys) }
        }
        // A name is not similar because of its article.
        words.subtract(SearchText.stopWords)
        let insertWords = try RawStatement(db, "INSERT INTO word VALUES (?, ?)")
        for (length, words) in Dictionary(grouping: words, by: \.unicodeScalars.count) {
            try insertWords.run([length, words.map { $0 + " " }.joined()])
        }
    }

    private static func words(_ names: [String]) -> Set<String> {
        names.reduce(into: []) { $0.formUnion(SearchName($1).words) }
    }

    /// Returns a text without the tags and references of HTML.
    private static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return text }
        return text.replacing(/<[^>]*>|&#?[0-9A-Za-z]+;/, with: " ")
    }
}
