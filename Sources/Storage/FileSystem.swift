import Basics
import Glibc
import Heroes

/// A file descriptor, closed on deinit.
final class FileDescriptor: Sendable {
    let number: Int32
    private let calls: any SystemCalls

    init(_ number: Int32, _ calls: any SystemCalls) { (self.number, self.calls) = (number, calls) }

    // Errors of close lose nothing: durable data was synced before.
    deinit { calls.close(number) }
}

/// The file system as the store uses it; errno is captured right after a failed call.
///
/// Names are relative to an open folder; paths are not.
struct FileSystem: Sendable {
    var calls: any SystemCalls = LinuxCalls()
    /// The user of this process, to which all files must belong.
    var user = geteuid()
    /// Fault injection for tests: called before each call, such as "fsync 1f.spare" or "rename 1f.spare 1f.jsonl"; if
    /// it returns an errno, the call is not made and fails with it.
    var fault: @Sendable (_ call: String) -> Int32? = { _ in nil }

    /// Creates the folder, accessible to its owner only, unless it exists.
    func makeFolder(_ path: String) throws(FavouritesError) {
        _ = try perform("mkdir \(path)", unless: [EEXIST]) { calls.mkdir(path) }
    }

    /// Opens a folder; returns nil if there is none.
    func openFolder(_ path: String) throws(FavouritesError) -> FileDescriptor? {
        try perform("open \(path)", unless: [ENOENT], on: (AT_FDCWD, path)) {
            calls.openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }.map { FileDescriptor($0, calls) }
    }

    /// Creates and locks a file; returns nil if another process or descriptor holds the lock. The kernel releases it
    /// with the descriptor, also after a crash.
    func lock(_ path: String) throws(FavouritesError) -> FileDescriptor? {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
        let file = try perform("open \(path)", on: (AT_FDCWD, path)) { calls.openat(AT_FDCWD, path, flags) }
            .map { FileDescriptor($0, calls) }
        guard let file else { return nil }
        return try perform("flock \(path)", unless: [EWOULDBLOCK]) { calls.lock(file.number) }.map { _ in file }
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
        let call = flags & O_CREAT == 0 ? "open \(name)" : "create \(name)"
        return try perform(call, unless: tolerated, on: (folder.number, name)) {
            calls.openat(folder.number, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }.map { FileDescriptor($0, calls) }
    }

    func status(of file: FileDescriptor, named name: String) throws(FavouritesError) -> stat {
        var status = stat()
        _ = try perform("fstat \(name)") { calls.fstat(file.number, &status) }
        return status
    }

    /// Returns the status, of a symbolic link itself; nil if there is no such name.
    func status(of name: String, in folder: FileDescriptor) throws(FavouritesError) -> stat? {
        var status = stat()
        return try perform("stat \(name)", unless: [ENOENT]) { calls.fstatat(folder.number, name, &status) }
            .map { _ in status }
    }

    /// Returns true if the path names anything, also a symbolic link to nothing.
    func exists(_ path: String) throws(FavouritesError) -> Bool {
        var status = stat()
        return try perform("stat \(path)", unless: [ENOENT]) { calls.fstatat(AT_FDCWD, path, &status) } != nil
    }

    /// Reads the file's bytes, at most one more than the limit.
    func read(_ file: FileDescriptor, named name: String, limit: Int) throws(FavouritesError) -> [UInt8] {
        let size = min(max(try status(of: file, named: name).st_size, 0), limit) + 1
        var bytes: [UInt8] = []
        while bytes.count < size {
            var part = [UInt8](repeating: 0, count: size - bytes.count)
            let count =
                try perform("read \(name)") {
                    part.withUnsafeMutableBytes { calls.read(file.number, $0) }
                } ?? 0
            if count == 0 { break }
            bytes += part[..<count]
        }
        return bytes
    }

    func write(_ bytes: [UInt8], to file: FileDescriptor, named name: String) throws(FavouritesError) {
        var remaining = bytes[...]
        while !remaining.isEmpty {
            let count = try perform("write \(name)") {
                remaining.withUnsafeBytes { calls.write(file.number, $0) }
            }
            remaining = remaining.dropFirst(count ?? 0)
        }
    }

    /// Truncates the file to a size in bytes.
    func truncate(_ file: FileDescriptor, named name: String, to size: Int) throws(FavouritesError) {
        _ = try perform("ftruncate \(name)") { calls.ftruncate(file.number, size) }
    }

    /// Sets the modification time in milliseconds since 1970.
    func touch(_ file: FileDescriptor, named name: String, at milliseconds: Int) throws(FavouritesError) {
        let time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        _ = try perform("futimens \(name)") { calls.futimens(file.number, time) }
    }

    /// Syncs the file or folder to disk. A failure is final for this descriptor: the kernel may have dropped dirty
    /// pages, and a second call would report success.
    func sync(_ file: FileDescriptor, named name: String) throws(FavouritesError) {
        _ = try perform("fsync \(name)", isRepeated: false) { calls.fsync(file.number) }
    }

    /// Renames a file, if there is one.
    func rename(_ name: String, to other: String, in folder: FileDescriptor) throws(FavouritesError) {
        _ = try perform("rename \(name) \(other)", unless: [ENOENT]) {
            calls.renameat(folder.number, name, other)
        }
    }

    /// Removes a file, if there is one.
    func remove(_ name: String, in folder: FileDescriptor) throws(FavouritesError) {
        _ = try perform("unlink \(name)", unless: [ENOENT]) { calls.unlinkat(folder.number, name) }
    }

    /// Returns the names in a folder; none if there is no folder.
    func names(in path: String) throws(FavouritesError) -> [String] {
        var names: [String]?
        _ = try perform("list \(path)", unless: [ENOENT], on: (AT_FDCWD, path)) {
            names = calls.names(in: path)
            return names == nil ? -1 : 0
        }
        return names ?? []
    }

    /// Makes the call, repeats it after EINTR, and returns nil if it fails with a tolerated errno.
    private func perform<Value: SignedInteger>(
        _ call: String, unless tolerated: [Int32] = [], isRepeated: Bool = true, on file: (Int32, String)? = nil,
        body: () -> Value
    ) throws(FavouritesError) -> Value? {
        var code = fault(call)
        while code == nil || code == EINTR && isRepeated {
            let value = body()
            if value >= 0 { return value }
            code = errno
        }
        guard let code, !tolerated.contains(code) else { return nil }
        let hint = code == EACCES ? file.map { ownerHint($0.1, in: $0.0) } ?? "" : ""
        throw .unavailable("\(SystemError(call, number: code))\(hint)")
    }

    /// Returns a hint such as ` (it belongs to root, and must belong to heroes)` if a file, or the innermost folder that can be
    /// examined, belongs to another user, as after restoring a backup as root; an empty text otherwise.
    func ownerHint(_ name: String, in folder: Int32 = AT_FDCWD) -> String {
        var (owned, status) = (name, stat())
        while calls.fstatat(folder, owned, &status) < 0 {
            guard let slash = owned.lastIndex(of: "/"), slash > owned.startIndex else { return "" }
            owned = String(owned[..<slash])
        }
        guard status.st_uid != user else { return "" }
        return
            " (\(owned == name ? "it" : owned) belongs to \(userName(status.st_uid)), and must belong to \(userName(user)))"
    }

    /// Returns the name of a user, or the number if there is none.
    private func userName(_ id: uid_t) -> String {
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var buffer = [CChar](repeating: 0, count: 4096)
        guard getpwuid_r(id, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return "\(id)" }
        return String(cString: entry.pw_name)
    }
}
