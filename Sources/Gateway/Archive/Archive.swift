import Basics
import FoundationEssentials
import GRDB
import Glibc

/// The database of all objects the gateway serves, in one SQLite file or in memory.
package final class Archive: Sendable {
    let database: any DatabaseWriter
    let path: String
    /// Nil for an archive in memory.
    let watch: ArchiveWatch?

    package init() throws {
        database = try DatabaseQueue(configuration: Self.configuration)
        (path, watch) = (":memory:", nil)
        try database.write(Self.createTables)
    }

    /// Opens the archive in a file to read and write it, or creates it. Throws `ArchiveError` if the file is not an
    /// archive or cannot be used.
    package init(path: String) throws {
        database = try Self.mappingErrors(of: path) {
            let isEmpty = try Self.isEmpty(path)
            let database = try DatabasePool(path: path, configuration: Self.configuration)
            if isEmpty {
                try database.write(Self.createTables)
            } else {
                try database.writeWithoutTransaction(Self.truncateWAL)
            }
            return database
        }
        self.path = path
        watch = ArchiveWatch(ArchiveFile(path: path), isImmutable: false)
    }

    /// Opens the archive in a file that this process may not write. `isWatched` is false for a file that nothing changes.
    init(reading file: ArchiveFile, isWatched: Bool = true) throws {
        path = file.path
        watch = isWatched ? ArchiveWatch(file, isImmutable: !file.hasLog) : nil
        database = try Self.mappingErrors(of: path) {
            let database = try file.openReadOnly(Self.configuration)
            guard try !database.read({ try Self.isEmpty($0, file.path) }) else {
                throw ArchiveError.empty(path: file.path)
            }
            return database
        }
    }

    /// Closes the database and moves the write-ahead log into its file; throws `ArchiveError`.
    package func close() throws {
        // SQLite removes the log when the last connection is closed, and only if that one can write.
        (database as? DatabasePool)?.invalidateReadOnlyConnections()
        try Self.mappingErrors(of: path, database.close)
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "archive"
        configuration.foreignKeysEnabled = false
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { db in
            // In KiB for each reader; with SQLite's default of 2 MB, every longer scan of a large archive rereads the
            // file.
            try db.execute(sql: "PRAGMA cache_size = -24576")
        }
        configuration.busyMode = .timeout(Double(busyTimeout))
        return configuration
    }
}

extension Archive {
    /// SQLite's `application_id` of archives: "MHer".
    static let applicationID = 0x4D48_6572

    /// The seconds that a connection waits for another process's write lock.
    static let busyTimeout = 5

    /// Opens the archive in an existing file, for reading only if this process may not write it; throws `ArchiveError`.
    package static func existing(path: String) throws -> Archive {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw unreadable(path) }
            throw ArchiveError.missing(path: path)
        }
        guard status.st_size > 0 else { throw ArchiveError.empty(path: path) }
        let file = ArchiveFile(path: path)
        guard status.st_mode & S_IFMT == S_IFREG, !file.isWritable else { return try Archive(path: path) }
        guard access(path, R_OK) == 0 else { throw unreadable(path) }
        return try Archive(reading: file)
    }

    /// Returns the error of the last system call.
    private static func unreadable(_ path: String) -> ArchiveError {
        let reason = SystemError.reason()
        return .unusable(path: path, reason: "it cannot be read: \(reason) (give this user the right to read it)")
    }

    /// Returns true if there is no file, or nothing in it. Throws `ArchiveError` if the file is not an archive of this
    /// version or cannot be written, without changing it.
    private static func isEmpty(_ path: String) throws -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_size > 0 else { return true }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ArchiveError.unusable(path: path, reason: "it is not a regular file")
        }
        let file = ArchiveFile(path: path)
        guard file.isWritable else {
            throw ArchiveError.unusable(
                path: path, reason: "this user may not write it and its folder, which an import has to")
        }
        var configuration = Configuration()
        configuration.busyMode = .timeout(Double(busyTimeout))
        let database = try file.openReadOnly(configuration)
        defer {
            // Nothing was written, so a failure of closing does not matter.
            try? database.close()
        }
        return try database.read { try isEmpty($0, path) }
    }

    /// Returns true if the database has no tables. Throws `ArchiveError` if it is not an archive of this version.
    private static func isEmpty(_ db: Database, _ path: String) throws -> Bool {
        let id = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        if id == 0, version == 0, tables == 0 { return true }
        guard id == applicationID else { throw ArchiveError.notAnArchive(path: path) }
        guard version == schemaVersion else { throw ArchiveError.otherVersion(path: path, version: version) }
        return false
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

package enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    case missing(path: String)
    case empty(path: String)
    case notAnArchive(path: String)
    case otherVersion(path: String, version: Int)
    /// The path names another file than the one that is open, or none.
    case replaced(path: String)
    /// Another program wrote into the file, and not as SQLite does.
    case overwritten(path: String)
    /// An error of the system or SQLite.
    case unusable(path: String, reason: String)
    /// An error that may pass without a change of the file, such as a full disk.
    case unavailable(path: String, reason: String)

    /// True if the archive cannot be used until it is changed.
    package var isPermanent: Bool {
        if case .unavailable = self { false } else { true }
    }

    package var description: String {
        switch self {
        case .missing(let path):
            "The archive “\(path)” does not exist. Create it with “heroes import FILE... --archive \(path)”."
        case .empty(let path): "The archive “\(path)” is empty. Fill it with “heroes import FILE... --archive \(path)”."
        case .notAnArchive(let path): "“\(path)” is not an archive. It was not changed."
        case .otherVersion(let path, let version) where version > Archive.schemaVersion:
            """
            The archive “\(path)” has version \(version), but this program reads version \(Archive.schemaVersion) and \
            earlier ones. Use the later program that made it.
            """
        case .otherVersion(let path, let version):
            """
            The archive “\(path)” has version \(version), but this program serves version \(Archive.schemaVersion). Import \
            it into a new one with “heroes import \(path) --archive NEW”.
            """
        case .replaced(let path):
            """
            The archive “\(path)” was replaced, but the former one is still served. Restart the program to serve the new \
            one.
            """
        case .overwritten(let path):
            """
            The archive “\(path)” was overwritten while it was open. Restart the program; another time write a new file, \
            rename it, and then restart.
            """
        case .unusable(let path, let reason), .unavailable(let path, let reason):
            "The archive “\(path)” cannot be used: \(reason)."
        }
    }

    /// Maps SQLite's error (sqlite.org/rescode.html) to an error about the file.
    init(_ error: DatabaseError, path: String) {
        let reason: String
        var isPermanent = false
        switch error.resultCode {
        case .SQLITE_NOTADB:
            self = .notAnArchive(path: path)
            return
        case .SQLITE_CANTOPEN:
            (reason, isPermanent) = ("it cannot be opened; check that its folder exists and is writable", true)
        case .SQLITE_READONLY, .SQLITE_PERM: (reason, isPermanent) = ("it is not writable", true)
        case .SQLITE_CORRUPT: (reason, isPermanent) = ("it is damaged", true)
        case .SQLITE_IOERR: reason = "it cannot be read or written; the disk may be full or failing"
        case .SQLITE_FULL: reason = "the disk is full"
        case .SQLITE_BUSY, .SQLITE_LOCKED: reason = "another program is writing to it"
        default: reason = error.message ?? "\(error.resultCode)"
        }
        self = isPermanent ? .unusable(path: path, reason: reason) : .unavailable(path: path, reason: reason)
    }
}
