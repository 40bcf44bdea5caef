import GRDB

/// The objects whose bodies an addition changes: those that were put in, and those whose summaries may name them.
enum DirtyRecords {
    /// Clears the set of the addition before.
    static func begin(_ db: Database) throws {
        try db.execute(
            sql: "CREATE TEMP TABLE IF NOT EXISTS touched(key INTEGER PRIMARY KEY); DELETE FROM temp.touched;")
    }

    static func note(_ db: Database) throws -> RawStatement {
        try RawStatement(db, "INSERT OR IGNORE INTO temp.touched VALUES (?)")
    }

    /// Adds the objects whose summaries may name those noted so far, and returns a condition on keys; nil if rewriting all
    /// objects is faster.
    static func condition(_ db: Database) throws -> String? {
        let touched = try Int.fetchOne(db, sql: "SELECT count(*) FROM temp.touched") ?? 0
        let all = try Int.fetchOne(db, sql: "SELECT count(*) FROM source") ?? 0
        guard touched < all / 10 else { return nil }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO temp.touched
                SELECT object * 8 + kind FROM link WHERE subject IN (SELECT key FROM temp.touched)
                """)
        return "IN (SELECT key FROM temp.touched)"
    }
}
