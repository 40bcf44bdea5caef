import GRDB

extension Archive {
    /// The `user_version` of files with these tables.
    static let schemaVersion = 6

    /// Creates the tables in an empty file.
    ///
    /// `source` contains the objects as added, with gaps for their summaries (see `RecordTemplate`), and their
    /// `RecordQuality`. `link` contains each relation in both directions; its last column is 1 if it is in a recorded
    /// summary of the subject. The other tables are derived from these: `relation` contains each relation to an object
    /// of the archive, ordered by its rank, `body` the objects ready to be sent, `facts` the characters' facts in the wire
    /// format, with the id of the comic that they name. `origin` has one row: whether any of the data is Marvel's.
    static func createTables(_ db: Database) throws {
        // Another process may have created them since.
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") != schemaVersion else { return }
        for kind in Kind.allCases { try db.execute(sql: table(kind) + createIndexes(kind)) }
        try db.execute(sql: tables + factsTable + derivedTables + searchTables)
        try db.execute(
            sql: "PRAGMA user_version = \(schemaVersion); PRAGMA application_id = \(applicationID);")
    }

    private static func table(_ kind: Kind) -> String {
        let columns = Columns.names(kind).map { ", \($0) \(types[$0] ?? "TEXT") " }.joined()
        let title = kind == .comics ? ", titleRank INTEGER" : ""
        return "CREATE TABLE \(kind.rawValue)(id INTEGER PRIMARY KEY, rank INTEGER\(title)\(columns));"
    }

    /// The columns by which long lists are most often filtered and ordered, each with an index.
    private static func indexedColumns(_ kind: Kind) -> [String] {
        ["rank", "folded", "modified"] + (kind == .comics ? ["onsale"] : [])
    }

    static func createIndexes(_ kind: Kind) -> String {
        indexedColumns(kind).map { column in
            let columns = column == "rank" ? "rank" : "\(column), rank"
            return "CREATE INDEX \(kind.rawValue)By_\(column) ON \(kind.rawValue)(\(columns));"
        }.joined()
    }

    /// Writing ranks is faster without the indexes.
    static func dropIndexes(_ kind: Kind) -> String {
        // Up to version 5, the index of ranks had another name.
        "DROP INDEX IF EXISTS \(kind.rawValue)ByRank;"
            + indexedColumns(kind).map { "DROP INDEX IF EXISTS \(kind.rawValue)By_\($0);" }.joined()
    }

    private static let types = [
        "modified": "INTEGER", "collection": "INTEGER", "variant": "INTEGER", "onsale": "INTEGER", "foc": "INTEGER",
        "issueNumber": "REAL", "formats": "INTEGER",
        "digitalId": "INTEGER", "startYear": "INTEGER", "start": "INTEGER",
    ]

    private static let tables = """
        CREATE TABLE body(key INTEGER PRIMARY KEY, json BLOB NOT NULL);
        CREATE TABLE source(key INTEGER PRIMARY KEY, isFull INTEGER NOT NULL, modified INTEGER NOT NULL,
          information INTEGER NOT NULL, template BLOB NOT NULL);
        CREATE TABLE link(subject INTEGER, kind INTEGER, object INTEGER, role TEXT NOT NULL, inSummary INTEGER NOT NULL,
          PRIMARY KEY(subject, kind, object)) WITHOUT ROWID;
        CREATE TABLE origin(marvel INTEGER NOT NULL);
        INSERT INTO origin VALUES (0);
        CREATE TABLE calls(name TEXT PRIMARY KEY, day INTEGER NOT NULL, count INTEGER NOT NULL) WITHOUT ROWID;

        """

    static let factsTable = """
        CREATE TABLE IF NOT EXISTS facts(id INTEGER PRIMARY KEY, json TEXT NOT NULL, comic INTEGER);

        """

    static let derivedTables = """
        CREATE TABLE relation(subject INTEGER, kind INTEGER, rank INTEGER, object INTEGER,
          PRIMARY KEY(subject, kind, rank)) WITHOUT ROWID;

        """
}
