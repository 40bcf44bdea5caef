import Basics
import Dispatch
import FoundationEssentials
import GRDB
import Glibc
import Synchronization

/// The SQLite file of a store of responses; must be used on one queue only.
final class SQLiteFile: Sendable {
    private let path: String
    private let report: @Sendable (CacheEvent) -> Void
    /// The open database; nil if the file is not usable.
    private let database = Mutex<DatabaseQueue?>(nil)
    private let hasReportedFailure = Atomic(false)

    /// The version of the format; a file of an unknown version is replaced.
    private static let format = 4

    init(path: String, report: @escaping @Sendable (CacheEvent) -> Void) {
        (self.path, self.report) = (path, report)
    }

    /// Opens the file; replaces it if it is damaged.
    func open() {
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
    func use<Value>(_ action: (Database) throws -> Value) -> Value? {
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
        try makeFolder()
        // SQLite would create a world-readable file.
        if !files.fileExists(atPath: path) {
            _ = files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        var configuration = Configuration()
        configuration.label = "cache"
        configuration.busyMode = .timeout(1)
        configuration.prepareDatabase { db in
            // auto_vacuum shrinks the file with its content, but only if set before the first write.
            try db.execute(sql: "PRAGMA auto_vacuum = FULL; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
        }
        let database = try DatabaseQueue(path: path, configuration: configuration)
        try database.write(Self.createTable)
        return database
    }

    /// Creates the folder of the file and its parents if they are missing.
    private func makeFolder() throws(SystemError) {
        var folder = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/").dropLast() {
            folder += name + "/"
            if mkdir(folder, 0o700) == 0 { continue }
            let number = errno
            guard access(folder, F_OK) == 0 else {
                // With its final slash, the path of a file does not exist.
                throw SystemError("cannot create the folder", number: number == EEXIST ? ENOTDIR : number)
            }
        }
    }

    private static func createTable(_ db: Database) throws {
        switch try Int.fetchOne(db, sql: "PRAGMA user_version") {
        case format: return
        case 3:
            try db.execute(
                sql: """
                    ALTER TABLE answer RENAME TO response; ALTER TABLE response RENAME COLUMN isList TO isIndexed;
                    DROP TABLE calls; PRAGMA user_version = \(format)
                    """)
        case _ where try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0:
            try db.execute(
                sql: """
                    CREATE TABLE response (
                      key TEXT NOT NULL PRIMARY KEY, isIndexed INTEGER NOT NULL, date REAL NOT NULL,
                      used REAL NOT NULL, checksum INTEGER NOT NULL, body BLOB NOT NULL);
                    CREATE INDEX responseByUse ON response (used);
                    CREATE INDEX indexedByUse ON response (used) WHERE isIndexed;
                    PRAGMA user_version = \(format)
                    """)
        default: throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "the file has another format")
        }
    }
}

extension ResponseFile {
    /// Returns a unique file name for a source: the safe characters at the end of its name, and a digest.
    package static func fileName(of source: String) -> String {
        let readable = source.suffix(100).map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." ? $0 : "_" }
        return String(readable) + "-" + Hex.text(SHA256.hash(data: Array(source.utf8))).prefix(16) + ".sqlite"
    }
}
