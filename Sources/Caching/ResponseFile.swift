import Basics
import Dispatch
import FoundationEssentials
import GRDB
import Heroes
import Synchronization

/// A store of responses in an SQLite file.
///
/// All topic runs on one serial queue, off the threads of Swift's tasks. The latest responses may be lost by a power
/// failure, and are requested again. A damaged file, or one of an unknown format, is replaced; without a usable file,
/// responses are in memory only.
package final class ResponseFile: ResponseStore {
    private let path: String
    private let byteLimit: Int
    private let report: @Sendable (CacheEvent) -> Void
    private let queue = DispatchQueue(label: "heroes.cache")
    /// The open database; nil if the file is not usable.
    private let database = Mutex<DatabaseQueue?>(nil)
    private let hasReportedFailure = Atomic(false)

    /// The version of the format.
    private static let format = 5

    /// Opens the file in the background; creates it and its folder if needed. `byteLimit` limits the file.
    package init(
        path: String, byteLimit: Int = 1 << 30, report: @escaping @Sendable (CacheEvent) -> Void = { _ in }
    ) {
        (self.path, self.byteLimit, self.report) = (path, byteLimit, report)
        queue.async { self.open() }
    }

    package func load(_ key: String, at now: Date) async -> StoredResponse? {
        await read { db in
            let select = try db.cachedStatement(sql: "SELECT \(StoredResponse.columns) FROM response WHERE key = ?")
            // SQLite's own text of a key ends at a NUL.
            return try Row.fetchOne(select, arguments: [key]).map { StoredResponse($0, key) }
        } ?? nil
    }

    /// Saves responses in the background, and removes some of the oldest ones if the file is too large. A failure is
    /// reported and otherwise ignored.
    package func save(_ responses: [StoredResponse]) {
        write { [byteLimit] db in
            let save = try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO response (\(StoredResponse.columns)) VALUES (?, ?, ?, ?)")
            for response in responses {
                let seconds = response.date.timeIntervalSince1970
                try save.execute(arguments: [response.key, response.isIndexed, seconds, response.body])
            }
            let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
            guard try Int.fetchOne(db.cachedStatement(sql: size)) ?? 0 > byteLimit else { return }
            let oldest = "SELECT rowid FROM response ORDER BY date, rowid LIMIT 16"
            try db.execute(sql: "DELETE FROM response WHERE rowid IN (\(oldest))")
        }
    }

    package func remove(_ key: String) {
        write { db in try db.execute(sql: "DELETE FROM response WHERE key = ?", arguments: [key]) }
    }

    package func indexed(since time: Date?, at now: Date) async -> [StoredResponse]? {
        await read { db in
            let sql = """
                SELECT \(StoredResponse.columns) FROM response WHERE isIndexed AND date >= ? ORDER BY date, rowid
                """
            let start = (time ?? .distantPast).timeIntervalSince1970
            return try Row.fetchAll(db, sql: sql, arguments: [start]).map { StoredResponse($0, $0[0]) }
        }
    }

    package func flush() async { await withCheckedContinuation { done in queue.async { done.resume() } } }

    private func read<Value: Sendable>(_ action: @escaping @Sendable (Database) throws -> Value) async -> Value? {
        await withCheckedContinuation { done in
            queue.async { done.resume(returning: self.use(action)) }
        }
    }

    private func write(_ action: @escaping @Sendable (Database) throws -> Void) {
        queue.async { _ = self.use(action) }
    }
}

extension ResponseFile {
    /// Opens the file; replaces it if it is damaged.
    private func open() {
        for _ in 1...2 {
            do {
                let database = try connect()
                return self.database.withLock { $0 = database }
            } catch  where Self.isDamage(error) {
                discard(because: error)
            } catch {
                return report(.database("cannot open \(path), responses are in memory only: \(error)"))
            }
        }
    }

    /// Runs the action; returns nil if the file is not usable or if the action fails, which is reported and otherwise
    /// ignored.
    private func use<Value>(_ action: (Database) throws -> Value) -> Value? {
        do {
            return try database.withLock { $0 }?.writeWithoutTransaction(action)
        } catch  where Self.isDamage(error) {
            discard(because: error)
            open()
        } catch  where !hasReportedFailure.exchange(true, ordering: .relaxed) {
            report(.database("cannot write responses to \(path): \(error)"))
        } catch {
            // Reported once; a full disk fails every time.
        }
        return nil
    }

    private func discard(because cause: any Error) {
        report(.database("replacing the damaged file \(path): \(cause)"))
        // The damaged file is discarded in any case, so errors of closing and removing it do not matter.
        database.withLock { database in
            try? database?.close()
            database = nil
        }
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// Returns true if the file's content causes the error; a missing table counts as damage.
    private static func isDamage(_ error: any Error) -> Bool {
        guard let code = (error as? DatabaseError)?.resultCode else { return false }
        return [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(code)
    }

    private func connect() throws -> DatabaseQueue {
        let files = FileManager.default
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        try files.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // SQLite would create a world-readable file.
        if !files.fileExists(atPath: path) {
            _ = files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        var configuration = Configuration()
        configuration.label = "cache"
        configuration.busyMode = .timeout(1)
        configuration.prepareDatabase { db in
            // auto_vacuum shrinks the file with its content, but only if set before the first write.
            try db.execute(sql: "PRAGMA auto_vacuum = FULL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        }
        let database = try DatabaseQueue(path: path, configuration: configuration)
        try database.write(Self.createTable)
        return database
    }

    /// Creates the table, with the responses of format 3: they have cost calls that are limited.
    private static func createTable(_ db: Database) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version")
        let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
        guard version != format else { return }
        guard isEmpty || version == 3 else {
            throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "the file has another format")
        }
        try db.execute(
            sql: """
                CREATE TABLE response (
                  key TEXT NOT NULL PRIMARY KEY, isIndexed INTEGER NOT NULL, date REAL NOT NULL, body BLOB NOT NULL);
                CREATE INDEX responseByDate ON response (date);
                CREATE INDEX indexedByDate ON response (date) WHERE isIndexed;
                PRAGMA user_version = \(format)
                """)
        guard !isEmpty else { return }
        try db.execute(
            sql: "INSERT INTO response SELECT key, isList, date, body FROM answer ORDER BY rowid; DROP TABLE answer")
    }
}

extension ResponseFile {
    /// Returns a unique file name for a source: the safe characters at the end of its name, and a digest.
    package static func fileName(of source: String) -> String {
        let readable = source.suffix(100).map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." ? $0 : "_" }
        return String(readable) + "-" + Hex.text(SHA256.hash(data: Array(source.utf8))).prefix(16) + ".sqlite"
    }
}

extension StoredResponse {
    /// The columns of a row, by position: many rows are read at once.
    fileprivate static let columns = "key, isIndexed, date, body"

    fileprivate init(_ row: Row, _ key: String) {
        self.init(key, isIndexed: row[1], date: Date(timeIntervalSince1970: row[2]), body: row[3])
    }
}
