import GRDB

extension Archive {
    /// Drops the indexes of the objects: many rows go in faster without, and the transaction makes them again.
    static func dropIndexes(_ db: Database) throws {
        let names = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        for name in names { try db.execute(sql: "DROP INDEX \(name)") }
    }

    /// Makes the indexes that are not there.
    static func restoreIndexes(_ db: Database) throws {
        let sql = Kind.allCases.map(indexes).joined() + indexes
        try db.execute(sql: sql.replacing("CREATE INDEX ", with: "CREATE INDEX IF NOT EXISTS "))
    }
}
