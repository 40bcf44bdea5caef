import GRDB

/// The reason why an archive cannot be used.
package enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file does not exist.
    case missing(path: String)
    /// The file is empty.
    case empty(path: String)
    /// The file was not created by this program.
    case notAnArchive(path: String)
    /// The file was created by a later version of this program.
    case newerVersion(path: String, version: Int)
    /// An error of the system or SQLite.
    case unusable(path: String, reason: String)

    package var description: String {
        switch self {
        case .missing(let path):
            "The archive “\(path)” does not exist. Create it with “heroes import FILE... --archive \(path)”."
        case .empty(let path): "The archive “\(path)” is empty. Fill it with “heroes import FILE... --archive \(path)”."
        case .notAnArchive(let path): "“\(path)” is not an archive. It was not changed."
        case .newerVersion(let path, let version):
            """
            The archive “\(path)” has version \(version), but this program supports versions up to \
            \(Archive.schemaVersion). Use a later version of the program.
            """
        case .unusable(let path, let reason): "The archive “\(path)” cannot be used: \(reason)."
        }
    }

    /// Maps SQLite's error (sqlite.org/rescode.html) to an error about the file.
    init(_ error: DatabaseError, path: String) {
        let reason: String
        switch error.resultCode {
        case .SQLITE_NOTADB:
            self = .notAnArchive(path: path)
            return
        case .SQLITE_CANTOPEN: reason = "it cannot be opened; check that its folder exists and is writable"
        case .SQLITE_READONLY, .SQLITE_PERM: reason = "it is not writable"
        case .SQLITE_IOERR: reason = "it cannot be read or written; the disk may be full or failing"
        case .SQLITE_FULL: reason = "the disk is full"
        case .SQLITE_BUSY, .SQLITE_LOCKED: reason = "another program is writing to it"
        case .SQLITE_CORRUPT: reason = "it is damaged"
        default: reason = error.message ?? "\(error.resultCode)"
        }
        self = .unusable(path: path, reason: reason)
    }
}
