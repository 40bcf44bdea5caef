import FoundationEssentials
import GRDB
import Glibc

/// The SQLite file of an archive, whether or not this process may write it.
struct ArchiveFile {
    let path: String
    /// The path without symbolic links, beside which SQLite has its other files.
    private let target: String

    init(path: String) {
        self.path = path
        let full = realpath(path, nil)
        defer { free(full) }
        target = full.map { String(cString: $0) } ?? path
    }

    /// Returns true if both paths are of one file.
    static func isSame(_ path: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return stat(path, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
            && first.st_ino == second.st_ino
    }

    /// True if this process may write the file, as well as the log and its index, which SQLite creates in the folder.
    var isWritable: Bool {
        let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
        let files: [String] = [target, folder, logPath, target + "-shm"]
        return files.allSatisfy { access($0, W_OK) == 0 || errno == ENOENT }
    }

    /// The path of the write-ahead log.
    var logPath: String { target + "-wal" }

    /// True if there is a log with committed data, or one that another process uses.
    var hasLog: Bool {
        var status = stat()
        guard stat(logPath, &status) == 0 else { return false }
        return status.st_size > 0 || access(target + "-shm", F_OK) == 0
    }

    /// Opens the file for reading only, and creates no other file.
    ///
    /// Without a log the file is opened as one that does not change (sqlite.org/uri.html, `immutable`), since a reader of
    /// a log needs its index, which only a process that may write can create.
    func openReadOnly(_ configuration: Configuration) throws -> DatabasePool {
        var configuration = configuration
        configuration.readonly = true
        let hasLog = hasLog
        // Debian compiles SQLite with SQLITE_USE_URI; GRDB has no flag for it.
        let name = hasLog ? path : URL(filePath: target).absoluteString + "?immutable=1"
        do {
            let database = try DatabasePool(path: name, configuration: configuration)
            // The index of a log is opened by the first read.
            try database.read { _ = try Int.fetchOne($0, sql: "PRAGMA user_version") }
            return database
        } catch let error as DatabaseError
            where hasLog && [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
        {
            throw ArchiveError.unusable(
                path: path,
                reason:
                    "the log of an import is beside it, in “\(path)-wal”; run “heroes import” once more as its owner")
        }
    }
}
