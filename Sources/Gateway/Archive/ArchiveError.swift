import GRDB

/// The reason for not using an archive.
package enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no file.
    case missing(path: String)
    /// A file with nothing in it.
    case empty(path: String)
    /// A file of another program.
    case foreign(path: String)
    /// Made by a later version of this program.
    case newer(path: String, version: Int)
    /// An error of the system or SQLite.
    case unusable(path: String, reason: String)

    package var description: String {
        switch self {
        case .missing(let path): "There is no archive “\(path)”. “heroes import FILE... --archive \(path)” makes one."
        case .empty(let path): "“\(path)” is an empty file. “heroes import FILE... --archive \(path)” fills it."
        case .foreign(let path): "“\(path)” is no archive. It was left as it is."
        case .newer(let path, let version):
            "The archive “\(path)” has version \(version), and this program knows \(Archive.schemaVersion): use a later one."
        case .unusable(let path, let reason): "The archive “\(path)” cannot be used: \(reason)."
        }
    }

    /// SQLite's error (sqlite.org/rescode.html) as a sentence about the file.
    init(_ error: DatabaseError, path: String) {
        let reason: String
        switch error.resultCode {
        case .SQLITE_NOTADB:
            self = .foreign(path: path)
            return
        case .SQLITE_CANTOPEN: reason = "it cannot be opened; look at its folder and at who may write there"
        case .SQLITE_READONLY, .SQLITE_PERM: reason = "it cannot be written to"
        case .SQLITE_IOERR: reason = "it cannot be read or written to; the disk may be full or failing"
        case .SQLITE_FULL: reason = "the disk is full"
        case .SQLITE_BUSY, .SQLITE_LOCKED: reason = "another program is writing to it"
        case .SQLITE_CORRUPT: reason = "it is damaged"
        default: reason = error.message ?? "\(error.resultCode)"
        }
        self = .unusable(path: path, reason: reason)
    }
}
