import GRDB

/// Writes objects into the tables, one by one; ranks and summaries follow once all are there.
struct RecordWriter {
    private let db: Database
    private let rows: [Kind: RawStatement]
    private let source: RawStatement
    private let tell: RawStatement
    private let mention: RawStatement
    private let forget: RawStatement
    private let touching: RawStatement

    init(_ db: Database) throws {
        self.db = db
        try DirtyRecords.begin(db)
        touching = try DirtyRecords.note(db)
        rows = try Dictionary(
            uniqueKeysWithValues: Kind.allCases.map { kind in
                let columns = ["id"] + Columns.names(kind)
                let marks = columns.map { _ in "?" }.joined(separator: ",")
                let sql = "INSERT OR REPLACE INTO \(kind.rawValue)(\(columns.joined(separator: ","))) VALUES (\(marks))"
                return (kind, try RawStatement(db, sql))
            })
        source = try RawStatement(db, "INSERT OR REPLACE INTO source VALUES (?, ?, ?, ?, ?)")
        let link = "INSERT INTO link VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
        let role = "role = CASE excluded.role WHEN '' THEN role ELSE excluded.role END"
        tell = try RawStatement(db, "\(link) \(role), told = excluded.told")
        mention = try RawStatement(db, "\(link) \(role)")
        forget = try RawStatement(db, "UPDATE link SET told = 0 WHERE subject = ? AND told = 1")
    }

    /// An object with a known id replaces the one before; its relations are put in after it.
    func put(_ entry: Entry, _ template: [UInt8], _ quality: RecordQuality) throws {
        let key = entry.kind.key(entry.id)
        try putColumns(of: entry)
        for (index, number) in [key, quality.isFull ? 1 : 0, quality.modified, quality.information].enumerated() {
            try source.bind(index + 1, number)
        }
        try source.bind(5, template)
        try source.run()
        // The relations in its former copy's summaries stay, but are not in its summaries any more.
        try forget.bind(1, key)
        try forget.run()
        try touch(key)
    }

    /// Writes the columns to filter and order by.
    func putColumns(of entry: Entry) throws {
        guard let row = rows[entry.kind] else { return }
        try row.bind(1, entry.id)
        for (index, value) in Columns.values(of: entry).enumerated() { try row.bind(index + 2, value) }
        try row.run()
    }

    /// Writes the relations of an object; `telling` if its summaries are those to be shown.
    func link(_ entry: Entry, telling: Bool) throws {
        let key = entry.kind.key(entry.id)
        try touch(key)
        for link in entry.links {
            let told = telling && link.isTold
            try relate(told ? tell : mention, key, link.kind, link.id, link.role, told)
            try relate(mention, link.kind.key(link.id), entry.kind, entry.id, link.role, false)
        }
    }

    private func relate(
        _ statement: RawStatement, _ subject: Int, _ kind: Kind, _ object: Int, _ role: String, _ told: Bool
    ) throws {
        try statement.bind(1, subject)
        try statement.bind(2, kind.code)
        try statement.bind(3, object)
        try statement.bind(4, role)
        try statement.bind(5, told ? 1 : 0)
        try statement.run()
    }

    private func touch(_ key: Int) throws {
        try touching.bind(1, key)
        try touching.run()
    }
}
