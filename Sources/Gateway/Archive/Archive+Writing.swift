import GRDB

extension Archive {
    /// Adds the objects in one transaction; an object with a known id replaces the stored one. If `marvel` is true, the
    /// archive is attributed to Marvel from then on.
    func add(_ entries: [ArchiveEntry], marvel: Bool) throws {
        try database.write { db in
            let writer = try RecordWriter(db)
            for entry in entries { try writer.put(entry, RecordTemplate.write(entry), RecordQuality(entry)) }
            for entry in entries { try writer.link(entry, usesSummaries: true) }
            try Self.commit(db, marvel: marvel)
        }
    }

    /// Rebuilds the derived tables after an addition.
    static func commit(_ db: Database, marvel: Bool) throws {
        try db.execute(sql: "UPDATE origin SET marvel = max(marvel, ?)", arguments: [marvel])
        try rebuildDerivedTables(db)
    }
}
