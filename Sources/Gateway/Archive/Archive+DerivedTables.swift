import GRDB

extension Archive {
    /// Ranks all objects, then writes their relations, and their bodies with summaries.
    static func rebuildDerivedTables(_ db: Database) throws {
        for kind in Kind.allCases {
            try db.execute(sql: dropIndexes(kind))
            try rank(kind.rawValue, "rank", "row_number", by: kind.defaultOrder, in: db)
        }
        // Summaries list comics by title; equal titles have the same rank.
        try rank("comics", "titleRank", "dense_rank", by: "natural", in: db)
        for kind in Kind.allCases { try db.execute(sql: createIndexes(kind)) }
        try writeRelations(db)
        try writeFormats(db)
        try linkFirstAppearances(db)
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

    /// Writes the relations to objects of the archive, ordered by rank.
    private static func writeRelations(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM relation")
        for kind in Kind.allCases {
            try db.execute(
                sql: """
                    INSERT INTO relation SELECT subject, kind, rank, object FROM link
                    JOIN \(kind.rawValue) ON id = object WHERE kind = \(kind.code) ORDER BY subject, rank
                    """)
        }
    }

    /// Writes for each series the formats of its comics.
    private static func writeFormats(_ db: Database) throws {
        let bits = ComicFormat.all.map { "WHEN '\($0)' THEN \(ComicFormat.bit($0)) " }.joined()
        try db.execute(
            sql: """
                UPDATE series SET formats = bits FROM
                (SELECT link.object AS seriesID, sum(DISTINCT CASE c.format \(bits)ELSE 0 END) AS bits FROM comics c
                JOIN link ON link.subject = c.id * 8 + \(Kind.comics.code) AND link.kind = \(Kind.series.code) GROUP BY 1)
                WHERE id = seriesID
                """)
    }

    private static func writeBodies(_ db: Database) throws {
        var summaries = try SummaryWriter(db)
        let insert = try RawStatement(db, "INSERT OR REPLACE INTO body VALUES (?, ?)")
        let templates = try RawStatement(db, "SELECT key, template FROM source ORDER BY key")
        while try templates.next() {
            let key = templates.int(0)
            let body = try RecordTemplate.fill(templates.bytes(1)) { try summaries.write($0, $1, of: key, to: &$2) }
            try insert.bind(1, key)
            try insert.bind(2, body)
            try insert.run()
        }
    }
}

extension Kind {
    /// The SQL order of lists without orderBy.
    var defaultOrder: String {
        switch self {
        case .characters, .events: "folded, name, id"
        // As in recorded lists: by title without the years, then the latest first.
        case .series: "bare, startYear DESC, id"
        case .comics: "onsale DESC, natural, id"
        case .creators: "last, first, middle, suffix, id"
        case .stories: "id"
        }
    }
}
