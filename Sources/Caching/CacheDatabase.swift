import Basics
import Dispatch
import FoundationEssentials
import GRDB
import Heroes
import Synchronization

/// An SQLite file of responses and the number of calls of the day.
///
/// All work runs on one serial queue, off the threads of Swift's tasks. Writes are not synced (no fsync): a response
/// lost or damaged by a power failure is requested again. A damaged file, or one of another format, is replaced;
/// without a usable file, responses are cached in memory only.
package final class CacheDatabase: ResponseStore {
    private let file: CacheFile
    private let byteLimit: Int
    private let report: @Sendable (CacheEvent) -> Void
    private let queue = DispatchQueue(label: "heroes.cache")
    private let state = Mutex(CacheMetrics.Usage())

    /// Opens the file in the background; creates it and its folder if needed. `byteLimit` limits the file,
    /// `cacheByteLimit` SQLite's page cache.
    package init(
        path: String, byteLimit: Int = 1024 * 1024 * 1024, cacheByteLimit: Int = 2 * 1024 * 1024,
        report: @escaping @Sendable (CacheEvent) -> Void = { _ in }
    ) {
        file = CacheFile(path: path, cacheByteLimit: cacheByteLimit, report: report)
        self.byteLimit = byteLimit
        self.report = report
        queue.async { [file] in file.open() }
        write { db in
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM answer") ?? 0
            self.state.withLock { $0.entries += count }
            // The limit may have been lowered.
            try self.evict(db)
        }
    }

    var usage: CacheMetrics.Usage { state.withLock { $0 } }

    package func load(_ key: String, at now: Date) async -> StoredResponse? {
        let row = await read { db in
            let select = try db.cachedStatement(
                sql: "SELECT \(StoredRow.columns), used FROM answer WHERE key = ?")
            guard let row = try Row.fetchOne(select, arguments: [key]) else { return nil as StoredRow? }
            // Updating once an hour is precise enough for LRU eviction.
            if row[5] < now.timeIntervalSince1970 - 3600 {
                try db.cachedStatement(sql: "UPDATE answer SET used = ? WHERE key = ?")
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
            for response in responses { try self.save(response, db) }
            try self.evict(db)
        }
    }

    private func save(_ response: StoredResponse, _ db: Database) throws {
        let (seconds, body) = (response.date.timeIntervalSince1970, response.body)
        let values: StatementArguments = [seconds, seconds, StoredRow.checksum(body), body, response.key]
        let update = "UPDATE answer SET date = ?, used = ?, checksum = ?, body = ? WHERE key = ?"
        try db.cachedStatement(sql: update).execute(arguments: values)
        guard db.changesCount == 0 else { return }
        let insert = "INSERT INTO answer (date, used, checksum, body, key, isList) VALUES (?, ?, ?, ?, ?, ?)"
        try db.cachedStatement(sql: insert).execute(arguments: values + [response.isIndexed])
        state.withLock { $0.entries += 1 }
    }

    package func remove(_ key: String) {
        write { db in
            try db.cachedStatement(sql: "DELETE FROM answer WHERE key = ?").execute(arguments: [key])
            self.state.withLock { $0.entries -= db.changesCount }
        }
    }

    /// Loads the most recently used of the indexed responses.
    package func indexed(since time: Date?, limit: Int, at now: Date) async -> [StoredResponse]? {
        let rows = await read { db in
            let sql = """
                SELECT \(StoredRow.columns) FROM answer WHERE isList AND date >= ?
                ORDER BY used DESC, rowid DESC LIMIT ?
                """
            let start = (time ?? .distantPast).timeIntervalSince1970
            return try Row.fetchAll(db, sql: sql, arguments: [start, limit]).map { StoredRow($0, $0[0]) }
        }
        // The next request for a damaged list removes it.
        return rows?.reversed().filter(\.isIntact).map(\.response)
    }

    /// Returns true: the file belongs to one process, in which the cache shares calls.
    package func claim(_ key: String, replacing old: StoredResponse?) async -> Bool { true }

    package func release(_ key: String) {}

    /// Returns the number of calls of earlier processes on a day, counted from 1970.
    func calls(on day: Int) async -> Int {
        await read { db in
            try db.execute(sql: "DELETE FROM calls WHERE day < ?", arguments: [day])
            return try Int.fetchOne(db, sql: "SELECT count FROM calls WHERE day = ?", arguments: [day]) ?? 0
        } ?? 0
    }

    func countCall(on day: Int) {
        write { db in
            let sql = "INSERT INTO calls VALUES (?, 1) ON CONFLICT (day) DO UPDATE SET count = count + 1"
            try db.cachedStatement(sql: sql).execute(arguments: [day])
        }
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
        if try updateSize(db) > byteLimit {
            let oldest = "SELECT rowid FROM answer ORDER BY used, rowid LIMIT 8"
            try db.cachedStatement(sql: "DELETE FROM answer WHERE rowid IN (\(oldest))").execute()
            let count = db.changesCount
            state.withLock { state in
                state.entries -= count
                state.evictions += count
            }
            if count > 0, try updateSize(db) > byteLimit { write { db in try self.evict(db) } }
        }
    }

    private func updateSize(_ db: Database) throws -> Int {
        let bytes = try Int.fetchOne(db.cachedStatement(sql: CacheFile.size)) ?? 0
        state.withLock { $0.bytes = bytes }
        return bytes
    }
}

/// A row of a response.
private struct StoredRow: Sendable {
    let response: StoredResponse
    private let checksum: Int64

    /// The columns of a row, by position: many rows are read at once.
    static let columns = "key, isList, date, checksum, body"

    init(_ row: Row, _ key: String) {
        response = StoredResponse(
            key, isIndexed: row[1], date: Date(timeIntervalSince1970: row[2]), body: row[4])
        checksum = row[3]
    }

    /// False if the row is damaged.
    var isIntact: Bool { Self.checksum(response.body) == checksum }

    static func checksum(_ body: Data) -> Int64 { Int64(bitPattern: FNV1a(body).value) }
}
