import Glibc

/// What a file holds, and since when.
struct FileContent {
    private(set) var bytes: [UInt8] = []
    let modified: HTTPDate

    /// Reads a file, blocking; a link is not followed, and what is no ordinary file is no error but nothing. Throws the
    /// reason as the system has it.
    init?(path: String) throws(StaticFilesError) {
        // Without waiting for anybody to write, should it be a pipe by now.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw StaticFilesError(unreadable: path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StaticFilesError(unreadable: path) }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        modified = HTTPDate(secondsSince1970: status.st_mtim.tv_sec)
        var room = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(descriptor, &room, room.count)
            guard count >= 0 || errno == EINTR else { throw StaticFilesError(unreadable: path) }
            if count == 0 { return }
            bytes += room[..<max(0, count)]
        }
    }
}

extension StaticFilesError {
    /// The reason is the last failed system call's.
    init(unreadable path: String) { self = .unreadable(path: path, reason: String(cString: strerror(errno))) }
}
