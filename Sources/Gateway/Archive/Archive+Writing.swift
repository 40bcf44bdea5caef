import GRDB

extension Archive {
    /// Puts the objects in, all or none; an object with a known id replaces the one before. If their texts are
    /// Marvel's, the archive says so from then on.
    func add(_ entries: [Entry], marvel: Bool) throws {
        try database.write { db in
            let writer = try RecordWriter(db)
            for entry in entries { try writer.put(entry, Template.write(entry), RecordQuality(entry)) }
            for entry in entries { try writer.link(entry, telling: true) }
            try Self.commit(db, marvel: marvel)
        }
    }

    /// Makes the added objects ready to be read.
    static func commit(_ db: Database, marvel: Bool) throws {
        try db.execute(sql: "UPDATE origin SET edition = edition + 1, marvel = max(marvel, ?)", arguments: [marvel])
        try rebuildDerivedTables(db)
    }
}
