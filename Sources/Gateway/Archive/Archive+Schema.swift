import GRDB

extension Archive {
    /// What the number in the file's header says where the tables are these.
    static let schemaVersion = 1

    /// Makes the tables in an empty file.
    ///
    /// `link` holds each relation as it was told, in both directions. `relation` is made from it: the same pairs in
    /// the order in which lists show them, so that a page of a list is one range of one index. `body` holds the
    /// objects ready to be sent, apart from the narrow rows that filters read. `origin` is one row: how often something
    /// was added, and whether any of it was Marvel's.
    static func makeTables(_ db: Database) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard version != schemaVersion else { return }
        guard version == 0, try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 else {
            throw ArchiveError.foreign(version: version)
        }
        for kind in Kind.allCases { try db.execute(sql: table(kind)) }
        try db.execute(sql: tables + indexes + "PRAGMA user_version = \(schemaVersion);")
    }

    private static func table(_ kind: Kind) -> String {
        let columns = Columns.names(kind).map { ", \($0) \(types[$0] ?? "TEXT") " }.joined()
        return """
            CREATE TABLE \(kind.rawValue)(id INTEGER PRIMARY KEY, rank INTEGER, titleRank INTEGER\(columns));
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
        CREATE TABLE body(key INTEGER PRIMARY KEY, template BLOB NOT NULL, json BLOB);
        CREATE TABLE link(subject INTEGER, kind INTEGER, object INTEGER, role TEXT NOT NULL,
          PRIMARY KEY(subject, kind, object)) WITHOUT ROWID;
        CREATE TABLE relation(subject INTEGER, kind INTEGER, rank INTEGER, object INTEGER,
          PRIMARY KEY(subject, kind, rank)) WITHOUT ROWID;
        CREATE TABLE origin(edition INTEGER NOT NULL, marvel INTEGER NOT NULL);
        INSERT INTO origin VALUES (0, 0);
        CREATE TABLE calls(name TEXT PRIMARY KEY, day INTEGER NOT NULL, count INTEGER NOT NULL) WITHOUT ROWID;

        """

    private static let indexes = """
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
