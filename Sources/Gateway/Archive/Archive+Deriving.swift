import GRDB

extension Archive {
    /// Ranks all objects, then writes their relations and columns, and the bodies that an addition touched, or all, with
    /// their summaries.
    static func rebuildDerivedTables(_ db: Database, all: Bool = false) throws {
        for kind in Kind.allCases {
            // Ranks go in faster without their index.
            try db.execute(sql: "DROP INDEX IF EXISTS \(kind.rawValue)ByRank")
            try rank(kind.rawValue, "rank", "row_number", by: kind.defaultOrder, in: db)
            try db.execute(sql: rankIndex(kind))
        }
        // Summaries have comics in the order of their titles; equal titles have one place.
        try rank("comics", "titleRank", "dense_rank", by: "natural", in: db)
        let mentions = try SummaryIndex(db)
        try writeRelations(db, mentions)
        try noteFormats(db)
        try ValueDictionary.writeAll(db)
        try writeBodies(db, mentions, all ? nil : try DirtyRecords.condition(db))
    }

    /// Finds objects by their rank.
    static func rankIndex(_ kind: Kind) -> String { "CREATE INDEX \(kind.rawValue)ByRank ON \(kind.rawValue)(rank);" }

    private static func rank(_ table: String, _ column: String, _ function: String, by order: String, in db: Database)
        throws
    {
        try db.execute(
            sql: """
                UPDATE \(table) SET \(column) = place FROM
                (SELECT id AS which, \(function)() OVER (ORDER BY \(order)) - 1 AS place FROM \(table))
                WHERE id = which AND \(column) IS NOT place
                """)
    }

    /// Notes of each series which formats its comics have.
    private static func noteFormats(_ db: Database) throws {
        let bits = ComicFormat.all.map { "WHEN '\($0)' THEN \(ComicFormat.bit($0)) " }.joined()
        try db.execute(
            sql: """
                UPDATE series SET formats = bits FROM
                (SELECT link.object AS which, sum(DISTINCT CASE c.format \(bits)ELSE 0 END) AS bits FROM comics c
                JOIN link ON link.subject = c.id * 8 + \(Kind.comics.code) AND link.kind = \(Kind.series.code) GROUP BY 1)
                WHERE id = which
                """)
    }

    private static func writeBodies(_ db: Database, _ mentions: SummaryIndex, _ condition: String?) throws {
        var summaries = try Summaries(db, subjects: condition, mentions)
        let insert = try RawStatement(db, "INSERT OR REPLACE INTO body VALUES (?, ?)")
        let which = condition.map { "WHERE key \($0)" } ?? ""
        let templates = try RawStatement(db, "SELECT key, template FROM source \(which) ORDER BY key")
        while try templates.next() {
            let key = templates.int(0)
            let body = try Template.fill(templates.bytes(1)) { try summaries.write($0, $1, of: key, to: &$2) }
            try insert.bind(1, key)
            try insert.bind(2, body)
            try insert.run()
        }
    }
}

extension Kind {
    /// The order of lists that ask for none.
    var defaultOrder: String {
        switch self {
        case .characters, .events: "folded, name, id"
        // As recorded lists have them: the years come after the title, the latest first.
        case .series: "bare, startYear DESC, id"
        case .comics: "onsale DESC, natural, id"
        case .creators: "last, first, middle, suffix, id"
        case .stories: "id"
        }
    }
}
