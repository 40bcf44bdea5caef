import GRDB

extension Archive {
    /// Migrates the tables of an earlier version's archive.
    static func upgrade(_ db: Database) throws {
        // Another process may have migrated it since.
        guard let version = try Int.fetchOne(db, sql: "PRAGMA user_version"), (1..<schemaVersion).contains(version)
        else { return }
        for table in ["relation", "coded", "value", "found", "searchRow", "word", "nameIndex", "textIndex"] {
            try db.execute(sql: "DROP TABLE IF EXISTS \(table)")
        }
        try db.execute(
            sql: "ALTER TABLE link RENAME COLUMN told TO inSummary; ALTER TABLE origin DROP COLUMN edition;")
        try db.execute(sql: factsTable + derivedTables + searchTables)
        // Up to version 3, names were folded differently, and objects that are only named had no row.
        try writeColumns(db)
        try rebuildDerivedTables(db)
        try db.execute(sql: "PRAGMA user_version = \(schemaVersion)")
    }

    /// Rewrites the columns that lists filter and order by, and adds the objects that recorded summaries name.
    private static func writeColumns(_ db: Database) throws {
        let writer = try RecordWriter(db)
        var named = try NamedObjects(db)
        let templates = try RawStatement(db, "SELECT key, template FROM source")
        while try templates.next() {
            guard let entry = RecordTemplate.parse(templates.bytes(1), key: templates.int(0)) else { continue }
            try writer.putColumns(of: entry)
            named.add(entry)
        }
        _ = try named.insert(with: writer)
    }
}
