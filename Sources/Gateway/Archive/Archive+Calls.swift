import GRDB

extension Archive {
    /// How many calls each name made on a day, in days since 1970.
    func calls(on day: Int) async throws -> [String: Int] {
        try await database.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT name, count FROM calls WHERE day = ?", arguments: [day])
            return Dictionary(rows.map { ($0[0] as String, $0[1] as Int) }) { first, _ in first }
        }
    }

    func keepCalls(_ counts: [String: Int], on day: Int) async throws {
        try await database.write { db in
            let keep = try db.cachedStatement(sql: "INSERT OR REPLACE INTO calls VALUES (?, ?, ?)")
            for (name, count) in counts { try keep.execute(arguments: [name, day, count]) }
        }
    }
}
