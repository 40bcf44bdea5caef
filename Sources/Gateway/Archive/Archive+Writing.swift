import FoundationEssentials
import GRDB

extension Archive {
    /// Puts the objects in, all or none; an object with a known id replaces the one before. Where their texts are
    /// Marvel's, the archive says so from then on.
    package func add(_ entries: [Entry], marvel: Bool) throws {
        try database.write { db in
            for kind in Kind.allCases { try Self.insert(entries.filter { $0.kind == kind }, of: kind, into: db) }
            try Self.link(entries, in: db)
            try db.execute(
                sql: "UPDATE origin SET edition = edition + 1, marvel = max(marvel, ?)", arguments: [marvel])
            try Self.settle(db)
        }
    }

    private static func insert(_ entries: [Entry], of kind: Kind, into db: Database) throws {
        let columns = ["id"] + Columns.names(kind)
        let marks = columns.map { _ in "?" }.joined(separator: ",")
        let row = try db.makeStatement(
            sql: "INSERT OR REPLACE INTO \(kind.rawValue)(\(columns.joined(separator: ","))) VALUES (\(marks))")
        let body = try db.makeStatement(sql: "INSERT OR REPLACE INTO body(key, template) VALUES (?, ?)")
        for entry in entries {
            try row.execute(arguments: StatementArguments([entry.id] + Columns.values(of: entry)))
            try body.execute(arguments: [kind.key(entry.id), Data(Template.write(entry))])
        }
    }

    private static func link(_ entries: [Entry], in db: Database) throws {
        let insert = try db.makeStatement(
            sql: """
                INSERT INTO link VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET role = excluded.role WHERE excluded.role <> ''
                """)
        for entry in entries {
            for link in entry.links {
                try insert.execute(arguments: [entry.kind.key(entry.id), link.kind.code, link.id, link.role])
                try insert.execute(arguments: [link.kind.key(link.id), entry.kind.code, entry.id, link.role])
            }
        }
    }
}
