import Basics
import Dispatch
import FoundationEssentials
import GRDB
import Glibc
import Synchronization

/// The SQLite file of the cache; all calls have to come from one queue.
final class CacheFile: Sendable {
    private let path: String
    private let cacheByteLimit: Int
    private let report: @Sendable (CacheEvent) -> Void
    /// Nil without a usable file.
    private let database = Mutex<DatabaseQueue?>(nil)
    private let hasReported = Atomic(false)

    /// The number of the format; a file with another number is replaced.
    private static let format = 3

    /// The size of the file in bytes, as a query.
    static let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"

    init(path: String, cacheByteLimit: Int, report: @escaping @Sendable (CacheEvent) -> Void) {
        self.path = path
        self.cacheByteLimit = cacheByteLimit
        self.report = report
    }

    /// Opens the file, and replaces it if it is damaged.
    func open() {
        for _ in 1...2 {
            do {
                let database = try connect()
                return self.database.withLock { $0 = database }
            } catch  where Self.isDamage(error) {
                discard(because: error)
            } catch {
                return report(.store("answers are kept in memory only: \(path): \(error)"))
            }
        }
    }

    /// Returns nil without a usable file, or if the action fails, which is reported and otherwise ignored.
    func use<Value>(_ action: (Database) throws -> Value) -> Value? {
        do {
            return try database.withLock { $0 }?.writeWithoutTransaction(action)
        } catch  where Self.isDamage(error) {
            discard(because: error)
            open()
        } catch  where !hasReported.exchange(true, ordering: .relaxed) {
            report(.store("answers cannot be kept in \(path): \(error)"))
        } catch {
            // Reported before; a full disk fails every time.
        }
        return nil
    }

    private func discard(because cause: any Error) {
        report(.store("the damaged file \(path) is replaced: \(cause)"))
        // Nothing of a damaged file is worth keeping, so it does not matter how closing and removing it end.
        database.withLock { database in
            try? database?.close()
            database = nil
        }
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// Whether the content of the file is the cause; a missing table is damage, too.
    private static func isDamage(_ error: any Error) -> Bool {
        guard let code = (error as? DatabaseError)?.resultCode else { return false }
        return [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(code)
    }

    private func connect() throws -> DatabaseQueue {
        let files = FileManager.default
        try makeFolder()
        // SQLite would create a file that others can read.
        if !files.fileExists(atPath: path) {
            _ = files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        var configuration = Configuration()
        configuration.label = "cache"
        configuration.busyMode = .timeout(1)
        configuration.prepareDatabase { [cacheByteLimit] db in
            // The file shrinks with its content, if that is set before anything is written.
            let cache = "PRAGMA cache_size = -\(cacheByteLimit / 1024)"
            try db.execute(
                sql: "PRAGMA auto_vacuum = FULL; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; \(cache)")
        }
        let database = try DatabaseQueue(path: path, configuration: configuration)
        try database.write(Self.createTables)
        removeEarlierFiles()
        return database
    }

    /// Makes the folder of the file and its parents if they are missing.
    private func makeFolder() throws(SystemError) {
        var folder = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/").dropLast() {
            folder += name + "/"
            if mkdir(folder, 0o700) == 0 { continue }
            let number = errno
            guard access(folder, F_OK) == 0 else {
                // The slash at its end is not for a file.
                throw SystemError("the folder cannot be made", number: number == EEXIST ? ENOTDIR : number)
            }
        }
    }

    private static func createTables(_ db: Database) throws {
        let format = try Int.fetchOne(db, sql: "PRAGMA user_version")
        if format == Self.format { return }
        guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 else {
            throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "it has another format")
        }
        try db.execute(
            sql: """
                CREATE TABLE answer (
                  key TEXT NOT NULL PRIMARY KEY, isList INTEGER NOT NULL, date REAL NOT NULL, used REAL NOT NULL,
                  checksum INTEGER NOT NULL, body BLOB NOT NULL);
                CREATE INDEX answerByUse ON answer (used);
                CREATE INDEX listByUse ON answer (used) WHERE isList;
                CREATE TABLE calls (day INTEGER PRIMARY KEY, count INTEGER NOT NULL);
                PRAGMA user_version = \(Self.format)
                """)
    }

    /// Removes the folder and the count of calls that earlier versions of the program had in place of the file.
    private func removeEarlierFiles() {
        let earlier = String(path.dropLast(".sqlite".count))
        DispatchQueue.global().async {
            // Mostly there are none.
            for path in [earlier, earlier + ".calls"] { try? FileManager.default.removeItem(atPath: path) }
        }
    }
}

extension CacheDatabase {
    /// Returns a name for the file of a source's answers that no other source has: the harmless characters at the end of
    /// the source's own name, and a digest.
    package static func fileName(of source: String) -> String {
        let readable = source.suffix(100).map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." ? $0 : "_" }
        return String(readable) + "-" + Hex.text(SHA256.hash(data: Array(source.utf8))).prefix(16) + ".sqlite"
    }
}
