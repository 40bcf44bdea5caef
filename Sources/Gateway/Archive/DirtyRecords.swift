import GRDB

/// The objects to rewrite after an addition: the added ones and those that may name them in summaries.
enum DirtyRecords {
    /// Clears the set.
    static func reset(_ db: Database) throws {
        try db.execute(
            sql: "CREATE TEMP TABLE IF NOT EXISTS dirty(key INTEGER PRIMARY KEY); DELETE FROM temp.dirty;")
    }

    static func insertStatement(_ db: Database) throws -> RawStatement {
        try RawStatement(db, "INSERT OR IGNORE INTO temp.dirty VALUES (?)")
    }

    /// Adds the objects that may name the dirty ones in summaries, and returns a SQL condition on keys; nil if
    /// rewriting all objects is faster.
    static func condition(_ db: Database) throws -> String? {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM temp.dirty") ?? 0
        let all = try Int.fetchOne(db, sql: "SELECT count(*) FROM source") ?? 0
        guard count < all / 10 else { return nil }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO temp.dirty
                SELECT object * 8 + kind FROM link WHERE subject IN (SELECT key FROM temp.dirty)
                """)
        return "IN (SELECT key FROM temp.dirty)"
    }
}
