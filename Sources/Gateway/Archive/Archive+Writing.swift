import GRDB

extension Archive {
    /// Puts the objects in, all or none; an object with a known id replaces the one before. Where their texts are
    /// Marvel's, the archive says so from then on.
    package func add(_ entries: [Entry], marvel: Bool) throws {
        try database.write { db in
            let insertion = try Insertion(db)
            for entry in entries { try insertion.put(entry, Template.write(entry), Standing(entry)) }
            try LinkBatch(entries).insert(db)
            try Self.finish(db, marvel: marvel)
        }
    }

    /// Makes what was put in ready to be read.
    static func finish(_ db: Database, marvel: Bool) throws {
        try db.execute(sql: "UPDATE origin SET edition = edition + 1, marvel = max(marvel, ?)", arguments: [marvel])
        try settle(db)
    }
}
