import GRDB

extension Archive {
    /// Writes for each object the ranks of all it is related to, kind by kind.
    static func writeRelations(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM relation")
        let ranks = try ranks(db)
        let insert = try db.makeStatement(sql: "INSERT INTO relation VALUES (?, ?, ?)")
        var (subject, kind, related) = (0, 0, [UInt32]())
        func write() throws {
            guard !related.isEmpty else { return }
            related.sort()
            try insert.execute(arguments: [subject, kind, Vector.data(related)])
            related.removeAll(keepingCapacity: true)
        }
        let rows = try Row.fetchCursor(db, sql: "SELECT subject, kind, object FROM link ORDER BY subject, kind, object")
        while let row = try rows.next() {
            if row[0] != subject || row[1] != kind {
                try write()
                (subject, kind) = (row[0], row[1])
            }
            // Many are related to objects that nobody recorded.
            if let rank = ranks[kind + row[2] * 8] { related.append(rank) }
        }
        try write()
    }

    /// The rank of every object, by its key.
    private static func ranks(_ db: Database) throws -> [Int: UInt32] {
        var ranks: [Int: UInt32] = [:]
        for kind in Kind.allCases {
            let rows = try Row.fetchCursor(db, sql: "SELECT id, rank FROM \(kind.rawValue)")
            while let row = try rows.next() { ranks[kind.key(row[0])] = row[1] }
        }
        return ranks
    }
}
