import FoundationEssentials
import GRDB
import Glibc

extension Archive {
    /// Identifies an archive in the header of its file: "MHer".
    static let applicationID = 0x4D48_6572

    /// How many seconds a writer waits for another process's.
    static let patience = 5

    /// The archive in a file that is there already; throws `ArchiveError`.
    package static func existing(path: String) throws -> Archive {
        var status = stat()
        guard stat(path, &status) == 0 else { throw ArchiveError.missing(path: path) }
        guard status.st_size > 0 else { throw ArchiveError.empty(path: path) }
        return try Archive(path: path)
    }

    /// The contents of a file.
    enum FileState {
        case archive, earlierArchive, nothing
    }

    /// Looks into a file without changing it. Throws `ArchiveError` if something else is in it, or if it cannot be used.
    static func inspect(_ path: String) throws -> FileState {
        var status = stat()
        guard stat(path, &status) == 0, status.st_size > 0 else { return .nothing }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ArchiveError.unusable(path: path, reason: "it is no file")
        }
        guard access(path, W_OK) == 0 else {
            throw ArchiveError.unusable(path: path, reason: "it cannot be written to")
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(Double(patience))
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer {
            // Nothing was written, so nothing is lost if closing fails.
            try? queue.close()
        }
        return try queue.read { db in
            let id = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            if id == 0, version == 0, tables == 0 { return .nothing }
            guard id == applicationID else { throw ArchiveError.foreign(path: path) }
            guard version <= schemaVersion else { throw ArchiveError.newer(path: path, version: version) }
            return version < schemaVersion ? .earlierArchive : .archive
        }
    }

    /// Writes the log beside the file into the file, if possible: another process may need the log, or the disk may be
    /// full. Committed data is safe without it, and the next process that opens the archive tries again.
    ///
    /// A large import leaves a log as large as what it wrote, and so does a process that is killed; every reader would
    /// go through it.
    static func emptyLog(_ db: Database) throws {
        // An import may be writing for a while; readers need not wait for it.
        try db.execute(sql: "PRAGMA busy_timeout = 0")
        do { try db.checkpoint(.truncate) } catch is DatabaseError {}
        try db.execute(sql: "PRAGMA busy_timeout = \(patience * 1000)")
    }

    /// Runs the body and turns SQLite's errors into `ArchiveError`.
    static func mappingErrors<Value>(of path: String, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as DatabaseError { throw ArchiveError(error, path: path) }
    }
}
