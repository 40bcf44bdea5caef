import Glibc
import Synchronization

/// The watch over the file of an open archive: whether its path still names it, and whether it was overwritten.
///
/// SQLite notices neither, and would mix pages that it has cached with those of another file.
final class ArchiveWatch: Sendable {
    /// The identity, the size and the modification time of a file; a write changes at least one of them.
    private struct Stamp: Equatable {
        let device: UInt
        let inode: UInt
        let size: Int
        let seconds: Int
        let nanoseconds: Int

        /// Returns nil if there is no file.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }

        func isOfSameFile(as other: Stamp?) -> Bool { device == other?.device && inode == other?.inode }
    }

    private struct State {
        var file: Stamp?
        var log: Stamp?
        var isReplaced = false
        var isReported = false
        var isOverwritten = false
    }

    private let path: String
    private let logPath: String
    /// True if the file was opened as one that does not change.
    private let isImmutable: Bool
    private let state: Mutex<State>

    /// Starts the watch over a file that was just opened.
    init(_ file: ArchiveFile, isImmutable: Bool) {
        (path, logPath, self.isImmutable) = (file.path, file.logPath, isImmutable)
        state = Mutex(State(file: Stamp(file.path), log: Stamp(file.logPath)))
    }

    /// Looks at the file, which takes microseconds. Throws `ArchiveError` if it was overwritten since it was opened, so
    /// that nothing read before the call may be used.
    func check() throws(ArchiveError) {
        let isOverwritten = state.withLock { state in
            if !state.isOverwritten, findsOverwritten(&state) { state.isOverwritten = true }
            return state.isOverwritten
        }
        if isOverwritten { throw .overwritten(path: path) }
    }

    /// Looks at the files, and returns true if another program has written into one.
    private func findsOverwritten(_ state: inout State) -> Bool {
        let (file, log) = (Stamp(path), Stamp(logPath))
        state.isReplaced = file?.isOfSameFile(as: state.file) != true
        // The log of a path belongs to the file that it names, but this process would read it with its own file.
        if state.isReplaced { return log != state.log }
        state.isReported = false
        defer { (state.file, state.log) = (file, log) }
        guard file != state.file else { return false }
        // An import writes the log first, and then moves it into the file.
        let isWithoutLog = log == state.log && log?.size ?? 0 == 0 && Stamp(logPath) == log
        return isImmutable || isWithoutLog
    }

    /// Returns the error of a replaced file once.
    func newReplacement() -> ArchiveError? {
        state.withLock { state in
            guard state.isReplaced, !state.isReported else { return nil }
            state.isReported = true
            return .replaced(path: path)
        }
    }

    /// The reason why the archive is not as it should be, with the remedy; nil if it is.
    var advice: String? {
        state.withLock { state in
            if state.isOverwritten { return "the archive was overwritten; restart the program" }
            return state.isReplaced ? "the archive was replaced; restart the program to serve the new one" : nil
        }
    }
}
