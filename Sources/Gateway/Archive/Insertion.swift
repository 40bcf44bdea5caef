import FoundationEssentials
import GRDB

/// Puts objects into the tables, one by one; summaries and orders are settled once all are there.
struct Insertion {
    private let db: Database
    private let rows: [Kind: Statement]
    private let source: Statement
    private let tell: Statement
    private let mention: Statement
    private let forget: Statement
    private let touch: Statement

    init(_ db: Database) throws {
        self.db = db
        try Touched.begin(db)
        touch = try Touched.note(db)
        rows = try Dictionary(
            uniqueKeysWithValues: Kind.allCases.map { kind in
                let columns = ["id"] + Columns.names(kind)
                let marks = columns.map { _ in "?" }.joined(separator: ",")
                let sql = "INSERT OR REPLACE INTO \(kind.rawValue)(\(columns.joined(separator: ","))) VALUES (\(marks))"
                return (kind, try db.makeStatement(sql: sql))
            })
        source = try db.makeStatement(sql: "INSERT OR REPLACE INTO source VALUES (?, ?, ?, ?, ?)")
        let link = "INSERT INTO link VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
        let role = "role = CASE excluded.role WHEN '' THEN role ELSE excluded.role END"
        tell = try db.makeStatement(sql: "\(link) \(role), told = excluded.told")
        mention = try db.makeStatement(sql: "\(link) \(role)")
        forget = try db.makeStatement(sql: "UPDATE link SET told = 0 WHERE subject = ? AND told = 1")
    }

    /// An object with a known id replaces the one before; its relations are put in after it.
    func put(_ entry: Entry, _ template: [UInt8], _ standing: Standing) throws {
        let key = entry.kind.key(entry.id)
        try rows[entry.kind]?.execute(arguments: StatementArguments([entry.id] + Columns.values(of: entry)))
        try source.execute(
            arguments: [key, standing.isFull, standing.modified, standing.information, Data(template)])
        // What its former copy told in its summaries is known, but stands there no more.
        try forget.execute(arguments: [key])
        try touch.execute(arguments: [key])
    }

    /// Notes the relations of an object; `telling` where its summaries are those to be shown.
    func link(_ entry: Entry, telling: Bool) throws {
        let key = entry.kind.key(entry.id)
        try touch.execute(arguments: [key])
        for link in entry.links {
            let told = telling && link.isTold
            try (told ? tell : mention).execute(arguments: [key, link.kind.code, link.id, link.role, told])
            try mention.execute(arguments: [link.kind.key(link.id), entry.kind.code, entry.id, link.role, false])
        }
    }
}
