import GRDB

extension Archive {
    /// Returns the number of calls of each key on a day, in days since 1970.
    func calls(on day: Int) async throws -> [String: Int] {
        try await database.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT name, count FROM calls WHERE day = ?", arguments: [day])
            return Dictionary(rows.map { ($0[0] as String, $0[1] as Int) }) { first, _ in first }
        }
    }

    func saveCalls(_ counts: [String: Int], on day: Int) async throws {
        try await database.write { db in
            let insert = try db.cachedStatement(sql: "INSERT OR REPLACE INTO calls VALUES (?, ?, ?)")
            for (key, count) in counts { try insert.execute(arguments: [key, day, count]) }
        }
    }
}
