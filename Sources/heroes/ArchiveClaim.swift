import Foundation
import Gateway
import Glibc

/// An archive's file for one import alone until the process ends, so that none removes what another one has put in.
///
/// The lock is flock(2)'s: it has nothing to do with SQLite's own, and whoever reads the archive does not meet it.
struct ArchiveClaim {
    private let path: String
    /// Whether the file was made for this import.
    private let isNew: Bool

    /// Seconds for which another import is waited for, as long as SQLite waits for another writer.
    private static let patience = 5.0

    /// Makes the file where there is none, and waits for an import that has it. Nil where it cannot be opened or locked,
    /// which whoever opens it as an archive tells of.
    ///
    /// - Throws: ArchiveError where the other import takes too long.
    static func take(_ path: String) async throws -> ArchiveClaim? {
        let deadline = ContinuousClock.now + .seconds(patience)
        while true {
            let made = open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            let file = made >= 0 ? made : open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
            guard file >= 0 else { return nil }
            while flock(file, LOCK_EX | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK else {
                    close(file)
                    return nil
                }
                guard ContinuousClock.now < deadline else {
                    throw ArchiveError.unusable(path: path, reason: "another program is writing to it")
                }
                try await Task.sleep(for: .milliseconds(20))
            }
            // Whoever had it may have removed it, or have been quicker to lock what was made here.
            if let size = size(of: file, at: path) { return ArchiveClaim(path: path, isNew: made >= 0 && size == 0) }
            close(file)
        }
    }

    /// Removes a file that was made for nothing.
    func withdraw() {
        guard isNew else { return }
        // The last two are there only at times.
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// The bytes of the open file; nil where the path means another one or none.
    private static func size(of file: Int32, at path: String) -> Int? {
        var (opened, named) = (stat(), stat())
        guard fstat(file, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino,
            opened.st_dev == named.st_dev
        else { return nil }
        return Int(opened.st_size)
    }
}
