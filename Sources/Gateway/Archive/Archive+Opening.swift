import FoundationEssentials
import GRDB
import Glibc

extension Archive {
    /// SQLite's `application_id` of archives: "MHer".
    static let applicationID = 0x4D48_6572

    /// The seconds that a connection waits for another process's write lock.
    static let busyTimeout = 5

    /// Opens the archive in an existing file; throws `ArchiveError`.
    package static func existing(path: String) throws -> Archive {
        var status = stat()
        guard stat(path, &status) == 0 else { throw ArchiveError.missing(path: path) }
        guard status.st_size > 0 else { throw ArchiveError.empty(path: path) }
        return try Archive(path: path)
    }

    /// The content of an archive's file.
    enum FileState {
        case archive, outdatedArchive, empty
    }

    /// Reads the state of a file without changing it. Throws `ArchiveError` if it is not an archive or cannot be used.
    static func inspect(_ path: String) throws -> FileState {
        var status = stat()
        guard stat(path, &status) == 0, status.st_size > 0 else { return .empty }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ArchiveError.unusable(path: path, reason: "it is not a regular file")
        }
        guard access(path, W_OK) == 0 else {
            throw ArchiveError.unusable(path: path, reason: "it is not writable")
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(Double(busyTimeout))
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer {
            // Nothing was written, so a failure of closing does not matter.
            try? queue.close()
        }
        return try queue.read { db in
            let id = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            if id == 0, version == 0, tables == 0 { return .empty }
            guard id == applicationID else { throw ArchiveError.notAnArchive(path: path) }
            guard version <= schemaVersion else { throw ArchiveError.newerVersion(path: path, version: version) }
            return version < schemaVersion ? .outdatedArchive : .archive
        }
    }

    /// Checkpoints and truncates the write-ahead log, unless another process uses it or the disk is full. Committed
    /// data is safe without this, and the next process that opens the archive tries again.
    ///
    /// A large import or a killed process leaves a log as large as the data written, which slows down every reader.
    static func truncateWAL(_ db: Database) throws {
        // An import may write for long; do not wait for it.
        try db.execute(sql: "PRAGMA busy_timeout = 0")
        do { try db.checkpoint(.truncate) } catch is DatabaseError {}
        try db.execute(sql: "PRAGMA busy_timeout = \(busyTimeout * 1000)")
    }

    /// Runs the body and maps SQLite's errors to `ArchiveError`.
    static func mappingErrors<Value>(of path: String, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as DatabaseError { throw ArchiveError(error, path: path) }
    }
}
