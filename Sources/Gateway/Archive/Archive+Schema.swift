import GRDB

extension Archive {
    /// What the number in the file's header says where the tables are these.
    static let schemaVersion = 1

    /// Makes the tables in an empty file.
    ///
    /// `source` holds the objects as they were put in, with gaps for their summaries (see `Template`) and with their
    /// `Standing`. `link` holds each relation as it was told, in both directions, and whether the subject itself told it
    /// in a recorded summary. `relation` is made from it: the same pairs in
    /// the order in which lists show them, so that a page of a list is one range of one index. `body` holds the
    /// objects ready to be sent, apart from the narrow rows that filters read. `origin` is one row: how often something
    /// was added, and whether any of it was Marvel's.
    static func makeTables(_ db: Database) throws {
        // Another process may have made them in the meantime.
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") != schemaVersion else { return }
        for kind in Kind.allCases { try db.execute(sql: table(kind)) }
        try db.execute(sql: tables)
        try restoreIndexes(db)
        try db.execute(
            sql: "PRAGMA user_version = \(schemaVersion); PRAGMA application_id = \(applicationID);")
    }

    private static func table(_ kind: Kind) -> String {
        let columns = Columns.names(kind).map { ", \($0) \(types[$0] ?? "TEXT") " }.joined()
        return "CREATE TABLE \(kind.rawValue)(id INTEGER PRIMARY KEY, rank INTEGER, titleRank INTEGER\(columns));"
    }

    /// The indexes that every kind has.
    static func indexes(_ kind: Kind) -> String {
        """
        CREATE INDEX \(kind.rawValue)ByRank ON \(kind.rawValue)(rank, titleRank, modified);
        CREATE INDEX \(kind.rawValue)ByName ON \(kind.rawValue)(folded, rank);
        CREATE INDEX \(kind.rawValue)ByModified ON \(kind.rawValue)(modified, rank);

        """
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
        CREATE TABLE link(subject INTEGER, kind INTEGER, object INTEGER, role TEXT NOT NULL, told INTEGER NOT NULL,
          PRIMARY KEY(subject, kind, object)) WITHOUT ROWID;
        CREATE TABLE relation(subject INTEGER, kind INTEGER, rank INTEGER, object INTEGER,
          PRIMARY KEY(subject, kind, rank)) WITHOUT ROWID;
        CREATE TABLE origin(edition INTEGER NOT NULL, marvel INTEGER NOT NULL);
        INSERT INTO origin VALUES (0, 0);
        CREATE TABLE calls(name TEXT PRIMARY KEY, day INTEGER NOT NULL, count INTEGER NOT NULL) WITHOUT ROWID;

        """

    static let indexes = """
        CREATE INDEX comicsByTitle ON comics(titleRank);
        CREATE INDEX comicsByBareTitle ON comics(bare, rank);
        CREATE INDEX comicsByDate ON comics(onsale, rank);
        CREATE INDEX comicsByCutOff ON comics(foc, rank);
        CREATE INDEX comicsByNumber ON comics(issueNumber, rank);
        CREATE INDEX comicsByFormat ON comics(format, rank, variant);
        CREATE INDEX comicsByFormatType ON comics(collection, rank, variant);
        CREATE INDEX comicsByVariant ON comics(variant, rank);
        CREATE INDEX comicsByYear ON comics(startYear, rank);
        CREATE INDEX comicsByDigitalId ON comics(digitalId);
        CREATE INDEX comicsByDiamondCode ON comics(diamondCode);
        CREATE INDEX comicsByUPC ON comics(upc);
        CREATE INDEX comicsByISBN ON comics(isbn);
        CREATE INDEX comicsByEAN ON comics(ean);
        CREATE INDEX comicsByISSN ON comics(issn);
        CREATE INDEX creatorsByFirst ON creators(first, rank);
        CREATE INDEX creatorsByMiddle ON creators(middle, rank);
        CREATE INDEX creatorsByLast ON creators(last, rank);
        CREATE INDEX creatorsBySuffix ON creators(suffix, rank);
        CREATE INDEX eventsByStart ON events(start, rank);
        CREATE INDEX seriesByBareTitle ON series(bare, rank);
        CREATE INDEX seriesByYear ON series(startYear, rank);
        CREATE INDEX seriesByType ON series(type, rank);

        """
}
