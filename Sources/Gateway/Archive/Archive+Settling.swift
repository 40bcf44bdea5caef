import FoundationEssentials
import GRDB

extension Archive {
    /// Orders all objects anew, then their relations, then writes the bodies that an addition touched, or all, with their
    /// summaries.
    static func settle(_ db: Database, all: Bool = false) throws {
        for kind in Kind.allCases {
            // Ranks go in faster without their index.
            try db.execute(sql: "DROP INDEX IF EXISTS \(kind.rawValue)ByRank")
            try rank(kind.rawValue, column: "rank", by: kind.defaultOrder, in: db)
            try rank(kind.rawValue, column: "titleRank", by: kind.summaryOrder, in: db)
            try db.execute(sql: rankIndex(kind))
        }
        try writeRelations(db)
        try noteFormats(db)
        try CodeBook.writeAll(db)
        try writeBodies(db, all ? nil : try Touched.condition(db))
    }

    /// Finds objects by their rank.
    static func rankIndex(_ kind: Kind) -> String { "CREATE INDEX \(kind.rawValue)ByRank ON \(kind.rawValue)(rank);" }

    private static func rank(_ table: String, column: String, by order: String, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE \(table) SET \(column) = place FROM
                (SELECT id AS which, row_number() OVER (ORDER BY \(order)) - 1 AS place FROM \(table))
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

    private static func writeBodies(_ db: Database, _ condition: String?) throws {
        var summaries = try Summaries(db, subjects: condition)
        let insert = try db.makeStatement(sql: "INSERT OR REPLACE INTO body VALUES (?, ?)")
        let which = condition.map { "WHERE key \($0)" } ?? ""
        let keys = try Int.fetchAll(db, sql: "SELECT key FROM source \(which) ORDER BY key")
        let template = try db.makeStatement(sql: "SELECT template FROM source WHERE key = ?")
        for key in keys {
            guard let bytes = try Data.fetchOne(template, arguments: [key]) else { continue }
            let body = try Template.fill(Array(bytes)) { try summaries.write($0, of: key, to: &$1) }
            try insert.execute(arguments: [key, Data(body)])
        }
    }
}

extension Kind {
    /// The order of lists that ask for none.
    var defaultOrder: String {
        switch self {
        case .characters, .events, .series: "folded, name, id"
        case .comics: "onsale DESC, natural, id"
        case .creators: "last, first, middle, suffix, id"
        case .stories: "id"
        }
    }

    /// The order of a summary's items.
    var summaryOrder: String { self == .comics ? "natural, id" : defaultOrder }
}
