import Foundation
import Gateway
import Glibc

/// An exclusive lock on an archive's file for one import, held until the process ends, so that no import removes a file
/// that another one has filled.
///
/// The lock is flock(2)'s, independent of SQLite's locks; it does not affect readers.
struct ArchiveLock {
    private let path: String
    /// True if the file was created for this import.
    private let isNew: Bool

    /// The seconds to wait for another import, the same as SQLite's busy timeout.
    private static let timeout = 5.0

    /// Creates the file if it does not exist, and waits for another import to release it. Returns nil if it cannot be
    /// opened or locked; opening it as an archive then reports the error.
    ///
    /// - Throws: ArchiveError if the other import does not end in time.
    static func acquire(_ path: String) async throws -> ArchiveLock? {
        let deadline = ContinuousClock.now + .seconds(timeout)
        while true {
            let created = open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            let file = created >= 0 ? created : open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
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
            // Another import may have removed the file, or locked it first and filled it.
            if let size = size(of: file, at: path) { return ArchiveLock(path: path, isNew: created >= 0 && size == 0) }
            close(file)
        }
    }

    /// Removes the file if it was created for this import.
    func removeIfNew() {
        guard isNew else { return }
        // SQLite creates the last two only if needed.
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Returns the size of the open file; nil if the path has another file or none.
    private static func size(of file: Int32, at path: String) -> Int? {
        var (opened, named) = (stat(), stat())
        guard fstat(file, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino,
            opened.st_dev == named.st_dev
        else { return nil }
        return Int(opened.st_size)
    }
}
