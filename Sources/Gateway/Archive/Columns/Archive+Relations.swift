import GRDB

extension Archive {
    /// Writes for each object and kind the ranks of the related objects.
    static func writeRelations(_ db: Database, _ index: SummaryIndex) throws {
        try db.execute(sql: "DELETE FROM relation")
        let insert = try RawStatement(db, "INSERT INTO relation VALUES (?, ?, ?)")
        var (subject, kind, related) = (0, 0, [UInt32]())
        func write() throws {
            guard !related.isEmpty else { return }
            related.sort()
            try insert.bind(1, subject)
            try insert.bind(2, kind)
            try insert.bind(3, UInt32Blob.bytes(related))
            try insert.run()
            related.removeAll(keepingCapacity: true)
        }
        let links = try RawStatement(db, "SELECT subject, kind, object FROM link ORDER BY subject, kind, object")
        while try links.next() {
            let (nextSubject, nextKind) = (links.int(0), links.int(1))
            if nextSubject != subject || nextKind != kind {
                try write()
                (subject, kind) = (nextSubject, nextKind)
            }
            // A related object may be missing from the archive.
            if let entry = index[kind + links.int(2) * 8] { related.append(entry.rank) }
        }
        try write()
    }
}
