import Basics
import FoundationEssentials
import Glibc
import Heroes

/// A file descriptor, closed on deinit.
final class FileDescriptor: Sendable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    // Errors of close lose nothing: durable data was synced before.
    deinit { _ = close(number) }
}

/// The system calls of the store; errno is captured right after a failed call.
///
/// Names are relative to an open folder; paths are not.
struct FileSystem: Sendable {
    /// Fault injection for tests: called before each call, such as "fsync 1f.spare" or "rename 1f.spare 1f.jsonl"; if
    /// it returns an errno, the call is not made and fails with it.
    var fault: @Sendable (_ call: String) -> Int32? = { _ in nil }

    /// Creates the folder, accessible to its owner only, unless it exists.
    func makeFolder(_ path: String) throws(FavouritesError) {
        _ = try perform("mkdir \(path)", unless: [EEXIST]) { mkdir(path, 0o700) }
    }

    /// Opens a folder; returns nil if there is none.
    func openFolder(_ path: String) throws(FavouritesError) -> FileDescriptor? {
        try perform("open \(path)", unless: [ENOENT]) { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
            .map(FileDescriptor.init)
    }

    /// Creates and locks a file; returns nil if another process or descriptor holds the lock. The kernel releases it
    /// with the descriptor, also after a crash.
    func lock(_ path: String) throws(FavouritesError) -> FileDescriptor? {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
        let file = try perform("open \(path)") { Glibc.open(path, flags, 0o600) }.map(FileDescriptor.init)
        guard let file else { return nil }
        return try perform("flock \(path)", unless: [EWOULDBLOCK]) { flock(file.number, LOCK_EX | LOCK_NB) }.map { _ in
            file
        }
    }

    /// Opens a file for reading; returns nil if there is none.
    func open(_ name: String, in folder: FileDescriptor) throws(FavouritesError) -> FileDescriptor? {
        try open(name, in: folder, O_RDONLY, unless: [ENOENT])
    }

    /// Opens a file for overwriting; creates it if it is missing.
    ///
    /// Anything else of that name is removed first: a symbolic link, or a file with further hard links, such as a
    /// backup's.
    func openToOverwrite(_ name: String, in folder: FileDescriptor) throws(FavouritesError) -> FileDescriptor {
        if let old = try open(name, in: folder, O_WRONLY, unless: [ENOENT, ELOOP, ENXIO]) {
            let status = try status(of: old, named: name)
            if status.st_mode == S_IFREG | 0o600, status.st_nlink == 1 { return old }
        }
        try remove(name, in: folder)
        guard let new = try open(name, in: folder, O_WRONLY | O_CREAT | O_EXCL) else {
            throw .unavailable("create \(name): it exists")
        }
        return new
    }

    private func open(
        _ name: String, in folder: FileDescriptor, _ flags: Int32, unless tolerated: [Int32] = []
    ) throws(FavouritesError) -> FileDescriptor? {
        return try perform(flags & O_CREAT == 0 ? "open \(name)" : "create \(name)", unless: tolerated) {
            openat(folder.number, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        }.map(FileDescriptor.init)
    }

    func status(of file: FileDescriptor, named name: String) throws(FavouritesError) -> stat {
        var status = stat()
        _ = try perform("fstat \(name)") { fstat(file.number, &status) }
        return status
    }

    /// Returns the status, of a symbolic link itself; nil if there is no such name.
    func status(of name: String, in folder: FileDescriptor) throws(FavouritesError) -> stat? {
        var status = stat()
        return try perform("stat \(name)", unless: [ENOENT]) {
            fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW)
        }
        .map { _ in status }
    }

    /// Reads the file's bytes, at most one more than the limit.
    func read(_ file: FileDescriptor, named name: String, limit: Int) throws(FavouritesError) -> [UInt8] {
        let size = min(max(try status(of: file, named: name).st_size, 0), limit) + 1
        var bytes: [UInt8] = []
        while bytes.count < size {
            var part = [UInt8](repeating: 0, count: size - bytes.count)
            let count = try perform("read \(name)") { Glibc.read(file.number, &part, part.count) } ?? 0
            if count == 0 { break }
            bytes += part[..<count]
        }
        return bytes
    }

    func write(_ bytes: [UInt8], to file: FileDescriptor, named name: String) throws(FavouritesError) {
        var remaining = bytes[...]
        while !remaining.isEmpty {
            let count = try perform("write \(name)") {
                remaining.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
            }
            remaining = remaining.dropFirst(count ?? 0)
        }
    }

    /// Truncates the file to a size in bytes.
    func truncate(_ file: FileDescriptor, named name: String, to size: Int) throws(FavouritesError) {
        _ = try perform("ftruncate \(name)") { ftruncate(file.number, size) }
    }

    /// Sets the modification time in milliseconds since 1970.
    func touch(_ file: FileDescriptor, named name: String, at milliseconds: Int) throws(FavouritesError) {
        let time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        _ = try perform("futimens \(name)") { futimens(file.number, [time, time]) }
    }

    /// Syncs the file or folder to disk. A failure is final for this descriptor: the kernel may have dropped dirty
    /// pages, and a second call would report success.
    func sync(_ file: FileDescriptor, named name: String) throws(FavouritesError) {
        _ = try perform("fsync \(name)", isRepeated: false) { fsync(file.number) }
    }

    /// Renames a file, if there is one.
    func rename(_ name: String, to other: String, in folder: FileDescriptor) throws(FavouritesError) {
        _ = try perform("rename \(name) \(other)", unless: [ENOENT]) {
            renameat(folder.number, name, folder.number, other)
        }
    }

    /// Removes a file, if there is one.
    func remove(_ name: String, in folder: FileDescriptor) throws(FavouritesError) {
        _ = try perform("unlink \(name)", unless: [ENOENT]) { unlinkat(folder.number, name, 0) }
    }

    /// Returns the names in a folder; none if it cannot be listed, since the next call on the folder reports the error.
    func names(in path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// Makes the call, repeats it after EINTR, and returns nil if it fails with a tolerated errno.
    private func perform<Value: SignedInteger>(
        _ call: String, unless tolerated: [Int32] = [], isRepeated: Bool = true, body: () -> Value
    ) throws(FavouritesError) -> Value? {
        var code = fault(call)
        while code == nil || code == EINTR && isRepeated {
            let value = body()
            if value >= 0 { return value }
            code = errno
        }
        guard let code, !tolerated.contains(code) else { return nil }
        throw .unavailable("\(SystemError(call, number: code))")
    }
}
