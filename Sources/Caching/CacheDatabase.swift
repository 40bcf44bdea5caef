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
package final class CacheDatabase: Sendable {
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

    /// Loads the response, whatever its age.
    func load(_ key: CacheKey, at now: Date) async -> CacheEntry? {
        let row = await read { db in
            let select = try db.cachedStatement(sql: "SELECT date, used, checksum, body FROM answer WHERE key = ?")
            guard let row = try Row.fetchOne(select, arguments: [key.text]) else { return nil as StoredResponse? }
            // Updating once an hour is precise enough for LRU eviction.
            if row[1] < now.timeIntervalSince1970 - 3600 {
                try db.cachedStatement(sql: "UPDATE answer SET used = ? WHERE key = ?")
                    .execute(arguments: [now.timeIntervalSince1970, key.text])
            }
            return StoredResponse(date: row[0], checksum: row[2], body: row[3])
        }
        guard let stored = row.flatMap(\.self) else { return nil }
        guard let response = stored.response else {
            remove(key)
            report(.database("discarded a damaged response: \(key.kind.rawValue)"))
            return nil
        }
        return CacheEntry(.success(response), date: Date(timeIntervalSince1970: stored.date))
    }

    /// Saves the response in the background. A failure is reported and otherwise ignored.
    func save(_ key: CacheKey, _ entry: CacheEntry) {
        guard let response = entry.response else { return }
        let (isList, seconds) = ([.list, .search].contains(key.kind), entry.date.timeIntervalSince1970)
        write { db in
            let body = try JSONEncoder().encode(response)
            let values: StatementArguments = [seconds, seconds, Self.checksum(body), body, key.text]
            let update = "UPDATE answer SET date = ?, used = ?, checksum = ?, body = ? WHERE key = ?"
            try db.cachedStatement(sql: update).execute(arguments: values)
            if db.changesCount == 0 {
                let insert = "INSERT INTO answer (date, used, checksum, body, key, isList) VALUES (?, ?, ?, ?, ?, ?)"
                try db.cachedStatement(sql: insert).execute(arguments: values + [isList])
                self.state.withLock { $0.entries += 1 }
            }
            try self.evict(db)
        }
    }

    func remove(_ key: CacheKey) {
        write { db in
            try db.cachedStatement(sql: "DELETE FROM answer WHERE key = ?").execute(arguments: [key.text])
            self.state.withLock { $0.entries -= db.changesCount }
        }
    }

    /// Loads the heroes of the most recently used lists, oldest first, and the dates of the lists.
    func recentHeroes(ofLists count: Int) async -> [(heroes: [Hero], date: Date)] {
        let lists = await read { db in
            let sql = "SELECT date, checksum, body FROM answer WHERE isList ORDER BY used DESC, rowid DESC LIMIT ?"
            return try Row.fetchAll(db, sql: sql, arguments: [count])
                .map { StoredResponse(date: $0[0], checksum: $0[1], body: $0[2]) }
        }
        // The next request for a damaged list removes it.
        return (lists ?? []).reversed().compactMap { list in
            list.response.map { ($0.heroes, Date(timeIntervalSince1970: list.date)) }
        }
    }

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

    /// Waits for pending writes.
    func flush() async { await withCheckedContinuation { done in queue.async { done.resume() } } }

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

    fileprivate static func checksum(_ body: Data) -> Int64 { Int64(bitPattern: FNV1a(body).value) }

    private func updateSize(_ db: Database) throws -> Int {
        let bytes = try Int.fetchOne(db.cachedStatement(sql: CacheFile.size)) ?? 0
        state.withLock { $0.bytes = bytes }
        return bytes
    }
}

/// A row of a response.
private struct StoredResponse: Sendable {
    let date: Double
    let checksum: Int64
    let body: Data

    /// The decoded response; nil if the row is damaged.
    var response: SourceResponse? {
        guard CacheDatabase.checksum(body) == checksum else { return nil }
        // Another version of the program may have written the row.
        return try? JSONDecoder().decode(SourceResponse.self, from: body)
    }
}
