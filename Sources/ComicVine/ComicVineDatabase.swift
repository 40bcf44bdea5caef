import Dispatch
import FoundationEssentials
import GRDB
import Synchronization

/// The SQLite file of a Comic Vine source: heroes, records of single objects, calls and rests.
///
/// All work runs on one serial queue, off the threads of Swift's tasks. Writes are not synced (no fsync): what a power
/// failure loses is requested again. A damaged file, or one of another format, is replaced.
final class ComicVineDatabase: Sendable {
    private let queue = DispatchQueue(label: "heroes.comicvine")
    /// Nil if the file is damaged or cannot be opened; then everything is kept in memory only.
    private let connection = Mutex<DatabaseQueue?>(nil)
    private let report: @Sendable (String) -> Void
    private let hasReportedFailure = Atomic(false)

    /// The version of the format; a file of another version is replaced.
    private static let format = 2

    /// Opens the file, which is created with its folder if it is missing; without a path, all is kept in memory.
    init(path: String?, report: @escaping @Sendable (String) -> Void) {
        self.report = report
        queue.async { [self] in
            do {
                let opened = try path.map(Self.open) ?? Self.prepared(DatabaseQueue())
                connection.withLock { $0 = opened }
            } catch {
                report("cannot open \(path ?? "the database"), so heroes are loaded again at each start: \(error)")
            }
        }
    }

    /// Returns the action's value; nil if the file is not usable or the action fails, which is reported once.
    func read<Value: Sendable>(_ action: @escaping @Sendable (Database) throws -> Value) async -> Value? {
        await withCheckedContinuation { done in
            queue.async { [self] in done.resume(returning: use { try $0.unsafeRead(action) }) }
        }
    }

    /// Runs the action in a transaction in the background.
    func write(_ action: @escaping @Sendable (Database) throws -> Void) {
        queue.async { [self] in _ = use { try $0.write(action) } }
    }

    /// Waits for pending writes.
    func flush() async { await withCheckedContinuation { done in queue.async { done.resume() } } }

    private func use<Value>(_ action: (DatabaseQueue) throws -> Value) -> Value? {
        do {
            return try connection.withLock { $0 }.map(action)
        } catch {
            // A full disk fails every time.
            if !hasReportedFailure.exchange(true, ordering: .relaxed) {
                report("cannot use the file of heroes: \(error)")
            }
            return nil
        }
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        if !folder.isEmpty {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        do {
            return try prepared(DatabaseQueue(path: path, configuration: configuration))
        } catch let error as DatabaseError
            where [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(error.resultCode)
        {
            for suffix in ["", "-wal", "-shm"] {
                // The next attempt to open the file reports why it cannot be replaced.
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
            return try prepared(DatabaseQueue(path: path, configuration: configuration))
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "comicvine"
        configuration.busyMode = .timeout(1)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF") }
        return configuration
    }

    /// Creates the tables in an empty file; throws if the file has another format or is damaged.
    private static func prepared(_ database: DatabaseQueue) throws -> DatabaseQueue {
        try database.write { db in
            if try Int.fetchOne(db, sql: "PRAGMA user_version") == format {
                // Reads each page of heroes once, so damage is found before the site depends on it.
                _ = try Int.fetchOne(db, sql: "SELECT max(length(name)) FROM hero")
                return
            }
            guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 else {
                throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "the file has another format")
            }
            try db.execute(
                sql: """
                    CREATE TABLE hero (
                      id INTEGER PRIMARY KEY, name TEXT NOT NULL, sortKey TEXT NOT NULL, realName TEXT, deck TEXT,
                      image TEXT, page TEXT, appearances INTEGER);
                    CREATE TABLE record (
                      key TEXT NOT NULL PRIMARY KEY, date REAL NOT NULL, body BLOB NOT NULL,
                      isIndexed INTEGER NOT NULL);
                    CREATE INDEX recordByDate ON record (date);
                    CREATE TABLE call (path TEXT NOT NULL, date REAL NOT NULL);
                    CREATE INDEX callByDate ON call (date);
                    CREATE TABLE rest (path TEXT NOT NULL PRIMARY KEY, until REAL NOT NULL, step INTEGER NOT NULL);
                    PRAGMA user_version = \(format)
                    """)
        }
        return database
    }
}
