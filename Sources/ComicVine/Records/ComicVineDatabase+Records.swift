import FoundationEssentials
import GRDB
import Heroes

extension ComicVineDatabase: ResponseStore {
    func load(_ key: String, at now: Date) async -> StoredResponse? {
        let row = await read { db in
            let select = try db.cachedStatement(sql: "SELECT date, body FROM record WHERE key = ?")
            return try Row.fetchOne(select, arguments: [key]).map { (date: $0[0] as Double, body: $0[1] as Data) }
        }
        return row.flatMap(\.self).map {
            StoredResponse(key, date: Date(timeIntervalSince1970: $0.date), body: $0.body)
        }
    }

    /// Also deletes the records that are too old to be served.
    func save(_ responses: [StoredResponse]) {
        write { db in
            for response in responses {
                let seconds = response.date.timeIntervalSince1970
                try db.execute(
                    sql: "DELETE FROM record WHERE date < ?", arguments: [seconds - RecordKey.longestLifetime])
                let sql = "INSERT OR REPLACE INTO record (key, date, body, isIndexed) VALUES (?, ?, ?, ?)"
                try db.cachedStatement(sql: sql)
                    .execute(arguments: [response.key, seconds, response.body, response.isIndexed])
            }
        }
    }

    func remove(_ key: String) {
        write { db in try db.execute(sql: "DELETE FROM record WHERE key = ?", arguments: [key]) }
    }

    func indexed(since time: Date?, limit: Int, at now: Date) async -> [StoredResponse] {
        let seconds = (time ?? .distantPast).timeIntervalSince1970
        let rows = await read { db in
            let sql = "SELECT key, date, body FROM record WHERE isIndexed AND date >= ? ORDER BY date DESC LIMIT ?"
            return try Row.fetchAll(db, sql: sql, arguments: [seconds, limit]).map {
                StoredResponse(
                    $0[0], isIndexed: true, date: Date(timeIntervalSince1970: $0[1]), body: $0[2])
            }
        }
        return (rows ?? []).reversed()
    }

    /// Returns true: the file belongs to one process, in which the records share calls.
    func claim(_ key: String, replacing old: StoredResponse?) async -> Bool { true }

    func release(_ key: String) {}
}
