import Basics
import Dispatch
import FoundationEssentials
import GRDB
import Heroes
import Synchronization

/// A store of responses in an SQLite file.
///
/// All work runs on one serial queue, off the threads of Swift's tasks. Writes are not synced (no fsync): a response
/// lost or damaged by a power failure is requested again. A damaged file, or one of another format, is replaced;
/// without a usable file, responses are in memory only.
package final class ResponseFile: ResponseStore {
    private let file: SQLiteFile
    private let byteLimit: Int
    private let report: @Sendable (CacheEvent) -> Void
    private let queue = DispatchQueue(label: "heroes.cache")

    /// Opens the file in the background; creates it and its folder if needed. `byteLimit` limits the file.
    package init(
        path: String, byteLimit: Int = 1 << 30, report: @escaping @Sendable (CacheEvent) -> Void = { _ in }
    ) {
        file = SQLiteFile(path: path, report: report)
        (self.byteLimit, self.report) = (byteLimit, report)
        queue.async { [file] in file.open() }
    }

    package func load(_ key: String, at now: Date) async -> StoredResponse? {
        let row = await read { db in
            let select = try db.cachedStatement(
                sql: "SELECT \(StoredRow.columns), used FROM response WHERE key = ?")
            guard let row = try Row.fetchOne(select, arguments: [key]) else { return nil as StoredRow? }
            // Updating once an hour is precise enough for LRU eviction.
            if row[5] < now.timeIntervalSince1970 - 3600 {
                try db.cachedStatement(sql: "UPDATE response SET used = ? WHERE key = ?")
                    .execute(arguments: [now.timeIntervalSince1970, key])
            }
            return StoredRow(row, key)
        }
        guard let row = row.flatMap(\.self) else { return nil }
        guard row.isIntact else {
            remove(key)
            report(.database("discarded a damaged response: \(key.prefix { $0 != " " })"))
            return nil
        }
        return row.response
    }

    /// Saves responses in the background. A failure is reported and otherwise ignored.
    package func save(_ responses: [StoredResponse]) {
        write { db in
            let sql = """
                INSERT INTO response (key, isIndexed, date, used, checksum, body) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (key) DO UPDATE SET isIndexed = excluded.isIndexed, date = excluded.date,
                  used = excluded.used, checksum = excluded.checksum, body = excluded.body
                """
            let save = try db.cachedStatement(sql: sql)
            for response in responses {
                let (seconds, body) = (response.date.timeIntervalSince1970, response.body)
                try save.execute(arguments: [
                    response.key, response.isIndexed, seconds, seconds, StoredRow.checksum(body), body,
                ])
            }
            try self.evict(db)
        }
    }

    package func remove(_ key: String) {
        write { db in
            try db.cachedStatement(sql: "DELETE FROM response WHERE key = ?").execute(arguments: [key])
        }
    }

    /// Loads the most recently used of the indexed responses.
    package func indexed(since time: Date?, limit: Int, at now: Date) async -> [StoredResponse]? {
        let rows = await read { db in
            let sql = """
                SELECT \(StoredRow.columns) FROM response WHERE isIndexed AND date >= ?
                ORDER BY used DESC, rowid DESC LIMIT ?
                """
            let start = (time ?? .distantPast).timeIntervalSince1970
            return try Row.fetchAll(db, sql: sql, arguments: [start, limit]).map { StoredRow($0, $0[0]) }
        }
        // The next request for a damaged response removes it.
        return rows?.reversed().filter(\.isIntact).map(\.response)
    }

    package func flush() async { await withCheckedContinuation { done in queue.async { done.resume() } } }

    private func read<Value: Sendable>(_ action: @escaping @Sendable (Database) throws -> Value) async -> Value? {
        await withCheckedContinuation { done in
            queue.async { done.resume(returning: self.file.use(action)) }
        }
    }

    private func write(_ action: @escaping @Sendable (Database) throws -> Void) {
        queue.async { _ = self.file.use(action) }
    }

    /// Removes the least recently used responses while the file is too large, a few at a time to let other jobs run.
    private func evict(_ db: Database) throws {
        guard try size(db) > byteLimit else { return }
        let oldest = "SELECT rowid FROM response ORDER BY used, rowid LIMIT 8"
        try db.cachedStatement(sql: "DELETE FROM response WHERE rowid IN (\(oldest))").execute()
        if db.changesCount > 0, try size(db) > byteLimit { write { db in try self.evict(db) } }
    }

    private func size(_ db: Database) throws -> Int {
        let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        return try Int.fetchOne(db.cachedStatement(sql: sql)) ?? 0
    }
}

/// A row of a response.
private struct StoredRow: Sendable {
    let response: StoredResponse
    private let checksum: Int64

    /// The columns of a row, by position: many rows are read at once.
    static let columns = "key, isIndexed, date, checksum, body"

    init(_ row: Row, _ key: String) {
        response = StoredResponse(
            key, isIndexed: row[1], date: Date(timeIntervalSince1970: row[2]), body: row[4])
        checksum = row[3]
    }

    /// False if the row is damaged.
    var isIntact: Bool { Self.checksum(response.body) == checksum }

    static func checksum(_ body: Data) -> Int64 { Int64(bitPattern: FNV1a(body).value) }
}
