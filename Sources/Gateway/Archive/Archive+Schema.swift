import FoundationEssentials
import GRDB

extension Archive {
    /// The `user_version` of files with these tables.
    static let schemaVersion = 12

    /// Creates the tables in an empty file.
    ///
    /// `source` contains the objects as added, with gaps for their summaries (see `RecordTemplate`), and their
    /// `RecordQuality`. `link` contains each relation in both directions; its last column is 1 if it is in a recorded
    /// summary of the subject. The other tables are derived from these: `relation` contains each relation to an object
    /// of the archive, ordered by its rank, `body` the objects ready to be sent, `facts` the characters' facts as added,
    /// and `linkedFacts` those in the wire format. `heroRelation`, `firstRead`, `anthology` and `teamRecord` are
    /// the catalogue's, `companion` is derived. `announced` has the links that clients detect extensions by, and `origin`
    /// one row: whether any of the data is Marvel's.
    static func createTables(_ db: Database) throws {
        // Another process may have created them since.
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") != schemaVersion else { return }
        for kind in Kind.allCases { try db.execute(sql: table(kind) + createIndexes(kind)) }
        try db.execute(sql: tables + searchTables)
        try db.execute(
            sql: "PRAGMA user_version = \(schemaVersion); PRAGMA application_id = \(applicationID);")
    }

    private static func table(_ kind: Kind) -> String {
        let columns = Columns.names(kind).map { ", \($0) \(types[$0] ?? "TEXT") " }.joined()
        let derived =
            [
                Kind.comics: ", titleRank INTEGER, dated INTEGER", .characters: ", \(characterColumns)",
                .teams: ", fame INTEGER",
            ][kind]
            ?? ""
        return "CREATE TABLE \(kind.rawValue)(id INTEGER PRIMARY KEY, rank INTEGER\(derived)\(columns));"
    }

    /// The fame, the sides, and the day of the first appearance as in 19620815.
    private static let characterColumns = "fame INTEGER, isHero INTEGER, isVillain INTEGER, gender TEXT, first INTEGER"

    /// The columns by which long lists are most often filtered and ordered, each with an index.
    private static func indexedColumns(_ kind: Kind) -> [String: String] {
        var columns = ["rank": "rank", "folded": "folded, rank", "modified": "modified, rank"]
        if kind == .comics { columns.merge(["onsale": "onsale, rank", "dated": "dated, rank"]) { $1 } }
        if kind == .characters {
            // With what lists are narrowed by, so that a scan in the order of the list reads only the index.
            let filters = "rank, isHero, isVillain, gender, first"
            columns.merge(
                [
                    "rank": filters, "folded": "folded, \(filters)", "fame": "fame DESC, folded, \(filters)",
                    "first": "first, folded, \(filters)",
                ]
            ) { $1 }
        }
        return columns
    }

    static func createIndexes(_ kind: Kind) -> String {
        indexedColumns(kind).sorted { $0.key < $1.key }.map { column, columns in
            "CREATE INDEX \(kind.rawValue)By_\(column) ON \(kind.rawValue)(\(columns));"
        }.joined()
    }

    private static let types = [
        "modified": "INTEGER", "collection": "INTEGER", "variant": "INTEGER", "onsale": "INTEGER", "sorted": "INTEGER",
        "foc": "INTEGER",
        "issueNumber": "REAL", "digitalId": "INTEGER", "startYear": "INTEGER", "start": "INTEGER",
    ]

    private static let tables = """
        CREATE TABLE body(key INTEGER PRIMARY KEY, json BLOB NOT NULL);
        CREATE TABLE source(key INTEGER PRIMARY KEY, isFull INTEGER NOT NULL, modified INTEGER NOT NULL,
          information INTEGER NOT NULL, template BLOB NOT NULL);
        CREATE TABLE link(subject INTEGER, kind INTEGER, object INTEGER, role TEXT NOT NULL, inSummary INTEGER NOT NULL,
          PRIMARY KEY(subject, kind, object)) WITHOUT ROWID;
        CREATE TABLE announced(relation TEXT NOT NULL, path TEXT NOT NULL);
        CREATE TABLE origin(marvel INTEGER NOT NULL);
        INSERT INTO origin VALUES (0);
        CREATE TABLE heroRelation(hero INTEGER, kind INTEGER, other INTEGER, reason TEXT NOT NULL,
          PRIMARY KEY(hero, kind, other)) WITHOUT ROWID;
        CREATE TABLE firstRead(hero INTEGER, position INTEGER, kind INTEGER NOT NULL, object INTEGER NOT NULL,
          title TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY(hero, position)) WITHOUT ROWID;
        CREATE TABLE companion(hero INTEGER, position INTEGER, other INTEGER NOT NULL, PRIMARY KEY(hero, position))
          WITHOUT ROWID;
        CREATE TABLE teamRecord(words TEXT PRIMARY KEY, id INTEGER NOT NULL, json TEXT NOT NULL);
        CREATE TABLE anthology(key INTEGER PRIMARY KEY);
        CREATE TABLE facts(id INTEGER PRIMARY KEY, json TEXT NOT NULL);
        CREATE TABLE linkedFacts(id INTEGER PRIMARY KEY, json TEXT NOT NULL);
        CREATE TABLE relation(subject INTEGER, kind INTEGER, rank INTEGER, object INTEGER,
          PRIMARY KEY(subject, kind, rank)) WITHOUT ROWID;

        """
}

extension Archive {
    /// Ranks all objects, then writes their relations, and their bodies with summaries.
    static func rebuildDerivedTables(_ db: Database) throws {
        let teams = try writeTeams(db)
        for kind in Kind.allCases { try rank(kind.rawValue, "rank", "row_number", by: kind.defaultOrder, in: db) }
        // Summaries list comics by title; equal titles have the same rank.
        try rank("comics", "titleRank", "dense_rank", by: "natural", in: db)
        try db.execute(sql: estimateDates)
        try writeRelations(db)
        try db.execute(
            sql: """
                UPDATE characters SET fame = (SELECT total(iif(role = 'main', 3, 1))
                FROM relation JOIN link USING (subject, kind, object)
                WHERE subject = \(ObjectKey.sql("id", .characters)) AND kind = \(Kind.comics.code))
                + coalesce((SELECT 1000000 * json_extract(json, '$.icon') FROM facts WHERE facts.id = characters.id), 0)
                """)
        try db.execute(
            sql: """
                UPDATE teams SET fame = (SELECT count(*) FROM relation
                WHERE subject = \(ObjectKey.sql("id", .teams)) AND kind = \(Kind.characters.code))
                """)
        try writeSides(db)
        try linkFacts(teams, db)
        try db.execute(sql: relateCreators)
        try writeAnnouncements(db)
        try writeCompanions(db)
        try writeSearchIndex(db)
        try writeBodies(db)
    }

    private static func rank(_ table: String, _ column: String, _ function: String, by order: String, in db: Database)
        throws
    {
        try db.execute(
            sql: """
                UPDATE \(table) SET \(column) = position FROM
                (SELECT id AS object, \(function)() OVER (ORDER BY \(order)) - 1 AS position FROM \(table))
                WHERE id = object AND \(column) IS NOT position
                """)
    }

    /// Sets the dates by which comics are ordered: one without a date follows those of its series with lower numbers,
    /// or is of the year in its title. Unknown dates may be before the year 1.
    private static let estimateDates = """
        UPDATE comics SET dated = date FROM (SELECT id AS comic, coalesce(sorted,
          max(sorted) OVER (series ROWS UNBOUNDED PRECEDING),
          min(sorted) OVER (series ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) - 1,
          startYear * 10000 + 101) AS date
          FROM comics
          WINDOW series AS (PARTITION BY bare, startYear ORDER BY issueNumber))
        WHERE id = comic AND dated IS NOT date
        """

    /// Writes the relations to objects of the archive, ordered by rank.
    private static func writeRelations(_ db: Database) throws {
        // Those of creators are derived, see `relateCreators`.
        let derived = "\(ObjectKey.codeSQL("subject")) = \(Kind.creators.code) AND kind = \(Kind.characters.code)"
        try db.execute(sql: "DELETE FROM relation; DELETE FROM link WHERE \(derived) AND role = 'creator'")
        for kind in Kind.allCases {
            try db.execute(
                sql: """
                    INSERT INTO relation SELECT subject, kind, rank, object FROM link
                    JOIN \(kind.rawValue) ON id = object WHERE kind = \(kind.code) ORDER BY subject, rank
                    """)
        }
        try db.execute(sql: relateTeams + relatePairs)
    }

    /// Relates creators to the characters of their comics: first those whose first comic they made, then those of most of
    /// their comics.
    private static let relateCreators = """
        INSERT OR IGNORE INTO link SELECT \(ObjectKey.sql("maker", .creators)), \(Kind.characters.code), id, 'creator', 0
          FROM (SELECT linkedFacts.id, CAST(replace(json_extract(value, '$.resourceURI'), '\(Kind.creators.path)/', '') AS INTEGER)
            AS maker FROM linkedFacts, json_each(linkedFacts.json, '$.creators'));
        CREATE TEMP TABLE pair AS SELECT creator.object AS creator, hero.object AS hero, count(*) AS comics FROM comics
          JOIN relation AS creator ON creator.subject = \(ObjectKey.sql("id", .comics)) AND creator.kind = \(Kind.creators.code)
          JOIN relation AS hero ON hero.subject = creator.subject AND hero.kind = \(Kind.characters.code) GROUP BY 1, 2;
        INSERT INTO relation SELECT \(ObjectKey.sql("creator", .creators)), \(Kind.characters.code),
          row_number() OVER (PARTITION BY creator ORDER BY role IS NULL, comics DESC, rank), hero
          FROM pair JOIN characters ON id = hero LEFT JOIN link ON subject = \(ObjectKey.sql("creator", .creators))
            AND kind = \(Kind.characters.code) AND object = hero;
        INSERT INTO relation SELECT \(ObjectKey.sql("hero", .characters)), \(Kind.creators.code), rank, creator
          FROM pair JOIN creators ON id = creator;
        DROP TABLE pair;

        """

    /// Relates teams to the events and series with several of their characters, those with the most first.
    private static let relateTeams = """
        INSERT INTO relation SELECT team, kind, row_number() OVER (PARTITION BY team, kind ORDER BY members DESC, object),
          object FROM (SELECT member.subject AS team, work.kind, work.object, count(*) AS members
          FROM relation AS member JOIN relation AS work ON work.subject = \(ObjectKey.sql("member.object", .characters))
          WHERE \(ObjectKey.codeSQL("member.subject")) = \(Kind.teams.code) AND member.kind = \(Kind.characters.code)
          AND work.kind IN (\(Kind.events.code), \(Kind.series.code)) GROUP BY 1, 2, 3 HAVING members > 1);

        """

    private static let pairKey = ObjectKey.sql("rowid", code: "\(ObjectKey.pairCode)")

    /// Relates both characters of a relation to a number of the two.
    private static let relatePairs = """
        CREATE TEMP TABLE pair AS SELECT DISTINCT hero, other FROM heroRelation WHERE hero < other;
        INSERT INTO relation
          SELECT \(ObjectKey.sql("hero", .characters)), \(ObjectKey.pairCode), rowid, rowid FROM pair
          UNION ALL SELECT \(ObjectKey.sql("other", .characters)), \(ObjectKey.pairCode), rowid, rowid FROM pair
          UNION ALL SELECT \(pairKey), \(Kind.characters.code), 0, hero FROM pair
          UNION ALL SELECT \(pairKey), \(Kind.characters.code), 1, other FROM pair;
        DROP TABLE pair
        """

    private static func writeBodies(_ db: Database) throws {
        var summaries = try SummaryWriter(db)
        let insert = try RawStatement(db, "INSERT OR REPLACE INTO body VALUES (?, ?)")
        let templates = try RawStatement(db, "SELECT key, template FROM source ORDER BY key")
        while try templates.next() {
            let key = templates.key(0)
            let body = try RecordTemplate.fill(templates.bytes(1)) { try summaries.write($0, $1, of: key, to: &$2) }
            try insert.run([key, Data(body)])
        }
        try db.execute(sql: "DROP TABLE temp.item")
    }
}

extension Kind {
    /// The SQL order of lists without orderBy.
    var defaultOrder: String {
        switch self {
        case .characters, .events, .teams: "folded, name, id"
        // As in recorded lists: by title without the years, then the latest first.
        case .series: "bare, startYear DESC, id"
        case .comics: "onsale DESC, natural, id"
        case .creators: "last, first, middle, suffix, id"
        case .stories: "id"
        }
    }
}
