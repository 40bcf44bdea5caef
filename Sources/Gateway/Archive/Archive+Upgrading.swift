import GRDB

extension Archive {
    /// Brings the tables of an archive that an earlier version made up to these.
    static func upgrade(_ db: Database) throws {
        // Another process may have done so in the meantime.
        guard let version = try Int.fetchOne(db, sql: "PRAGMA user_version"), (1..<schemaVersion).contains(version)
        else { return }
        if version == 1 { try replaceFirstTables(db) }
        // Up to version 3, names were folded in another way, and objects that are only named were none.
        try writeColumns(db)
        try rebuildDerivedTables(db, all: true)
        try db.execute(sql: "PRAGMA user_version = \(schemaVersion)")
    }

    private static func replaceFirstTables(_ db: Database) throws {
        let indexes = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        for name in indexes { try db.execute(sql: "DROP INDEX \(name)") }
        try db.execute(sql: "DROP TABLE relation;" + derivedTables)
    }

    /// Rebuilds the columns that lists filter and order by, and adds the objects that recorded summaries name.
    private static func writeColumns(_ db: Database) throws {
        let writer = try RecordWriter(db)
        var named = try NamedObjects(db)
        let templates = try RawStatement(db, "SELECT key, template FROM source")
        while try templates.next() {
            guard let entry = Template.read(templates.bytes(1), key: templates.int(0)) else { continue }
            try writer.putColumns(of: entry)
            named.note(entry)
        }
        _ = try named.insert(with: writer)
    }
}
