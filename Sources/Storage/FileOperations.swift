import CGlibc
import Glibc
import Heroes

/// The system calls of the store, each failure captured with its errno where it happens.
struct FileOperations: Sendable {
    /// One call, as it is told to `intercept`; names are relative to the folder at hand unless they start with a slash.
    enum Call: Hashable, Sendable {
        case makeFolder(String), removeFolder(String), openFolder(String), checkWritable(String), openLock, lock
        case status(String), open(String), read, create(String), reuse(String), write, truncate, setTime, sync(String),
            kind(String)
        case openAtOnce(String), readAtOnce
        case createNotes, ownNotes, note, openMarks, mark
        case rename(String, to: String), exchange(String, String), remove(String)
    }

    /// What becomes of a call.
    enum Verdict: Equatable, Sendable {
        case proceed
        /// It fails with this errno and changes nothing.
        case fail(Int32)
        /// It does its work and fails with this errno all the same, as over a network that loses the answer.
        case failAfter(Int32)
        /// A write takes only a part of the bytes.
        case shorten
    }

    /// Asked before each call, so that tests can record them and make any of them fail.
    var intercept: @Sendable (Call) -> Verdict = { _ in .proceed }

    /// True where the folder was not there before; only the owner may enter it.
    func makeFolder(_ path: String) throws(FavouritesError) -> Bool {
        try perform(.makeFolder(path), unless: EEXIST) { mkdir(path, 0o700) } != nil
    }

    func removeFolder(_ path: String) throws(FavouritesError) {
        _ = try perform(.removeFolder(path)) { rmdir(path) }
    }

    /// Nil where there is no such folder.
    func openFolder(_ path: String) throws(FavouritesError) -> Descriptor? {
        try perform(.openFolder(path), unless: ENOENT) { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
            .map(Descriptor.init)
    }

    /// The file on which visitors are locked; made where it is missing.
    func openLock(_ path: String) throws(FavouritesError) -> Descriptor {
        Descriptor(try perform(.openLock) { Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600) })
    }

    /// Takes one byte of the file for this descriptor alone, against other threads and processes alike; false where
    /// another has it. The kernel lets go of it when the descriptor is closed, however that happens.
    func tryLock(_ byte: Int, of file: borrowing Descriptor) throws(FavouritesError) -> Bool {
        let file = file.number
        var lock = flock(
            l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: byte, l_len: 1, l_pid: 0)
        return try perform(.lock, unless: EAGAIN) { fcntl(file, Self.setOpenFileLock, &lock) } != nil
    }

    /// Linux's F_OFD_SETLK (fcntl(2)), which Glibc's headers keep behind a feature macro.
    private static let setOpenFileLock: Int32 = 37

    /// Throws where this process may not make files in the folder.
    func checkWritable(_ path: String) throws(FavouritesError) {
        _ = try perform(.checkWritable(path)) { access(path, R_OK | W_OK | X_OK) }
    }

    /// Nil where there is no such file.
    func identity(_ path: String) throws(FavouritesError) -> FileIdentity? {
        var status = stat()
        return try perform(.status(path), unless: ENOENT) { stat(path, &status) }.map { _ in FileIdentity(status) }
    }

    /// Nil where there is no such file; a link's own where it is one.
    func identity(of name: String, in folder: borrowing Descriptor) throws(FavouritesError) -> FileIdentity? {
        let folder = folder.number
        var status = stat()
        return try perform(.status(name), unless: ENOENT) { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
            .map { _ in FileIdentity(status) }
    }

    /// Nil where there is no such file.
    ///
    /// The kernel does not note that it is read, if this process may ask for that (open(2), O_NOATIME: not with another
    /// owner's file): such a note costs as many writes, and up to as many reads, as there are files looked at (measured
    /// on ext4).
    func open(_ name: String, in folder: borrowing Descriptor) throws(FavouritesError) -> Descriptor? {
        let folder = folder.number
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        return try perform(.open(name), unless: ENOENT) {
            let number = openat(folder, name, flags | HEROES_O_NOATIME)
            return number < 0 && errno == EPERM ? openat(folder, name, flags) : number
        }.map(Descriptor.init)
    }

    /// What goes by that name, itself where it is a link; nil where there is nothing.
    func kind(of name: String, in folder: borrowing Descriptor) throws(FavouritesError) -> Kind? {
        let folder = folder.number
        var status = stat()
        return try perform(.kind(name), unless: ENOENT) { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
            .map { _ in Kind(status) }
    }

    /// A new file that only the owner may read; nil where there is something of that name.
    func create(_ name: String, in folder: borrowing Descriptor) throws(FavouritesError) -> Descriptor? {
        let folder = folder.number
        return try perform(.create(name), unless: EEXIST) {
            openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }.map(Descriptor.init)
    }

    /// An old file to be written over; nil where there is none, or one that may not be: no regular file, one that others
    /// may read, or one that goes by another name, too, such as a backup's.
    func reuse(_ name: String, in folder: borrowing Descriptor) throws(FavouritesError) -> Descriptor? {
        let folder = folder.number
        let number = try perform(.reuse(name), unless: ENOENT, ELOOP, EISDIR, ENXIO, EACCES) {
            openat(folder, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
        guard let number else { return nil }
        let old = Descriptor(number)
        var status = stat()
        _ = try perform(.reuse(name)) { fstat(number, &status) }
        guard status.st_mode == S_IFREG | 0o600, status.st_nlink == 1 else { return nil }
        return old
    }

    /// The file's bytes, at most one more than the limit, and which file they are of; nil where it is a folder or
    /// anything else that is no regular file.
    func read(_ file: borrowing Descriptor, limit: Int) throws(FavouritesError) -> ([UInt8], FileIdentity)? {
        let file = file.number
        var status = stat()
        _ = try perform(.read) { fstat(file, &status) }
        guard Kind(status) == .file else { return nil }
        var bytes: [UInt8] = []
        let size = min(max(Int(status.st_size), 0), limit) + 1
        while bytes.count < size {
            var part = [UInt8](repeating: 0, count: size - bytes.count)
            let count = try perform(.read) { Glibc.read(file, &part, part.count) }
            if count == 0 { break }
            bytes += part[..<count]
        }
        return (bytes, FileIdentity(status))
    }

    func write(_ bytes: [UInt8], to file: borrowing Descriptor) throws(FavouritesError) {
        let file = file.number
        var rest = bytes[...]
        while !rest.isEmpty {
            let verdict = intercept(.write)
            let length = verdict == .shorten ? (rest.count + 1) / 2 : rest.count
            let count = try perform(.write, verdict) {
                rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, length) }
            }
            guard count > 0 else { throw Self.fault(.write, EIO) }
            rest = rest.dropFirst(count)
        }
    }

    /// Takes away what an old file has beyond so many bytes.
    func truncate(_ file: borrowing Descriptor, to size: Int) throws(FavouritesError) {
        let file = file.number
        _ = try perform(.truncate) { ftruncate(file, size) }
    }

    /// Sets the time of the last change, to the nanosecond: what the kernel sets by itself is only as fine as its tick
    /// and would not tell two quick changes apart.
    func setTime(of file: borrowing Descriptor, to time: timespec) throws(FavouritesError) -> FileIdentity {
        let file = file.number
        _ = try perform(.setTime) { futimens(file, [time, time]) }
        var status = stat()
        _ = try perform(.setTime) { fstat(file, &status) }
        return FileIdentity(status)
    }

    /// Returns once the file or folder is on the disk; after a failure nothing is known of it and it must not be tried
    /// again.
    func sync(_ file: borrowing Descriptor, named name: String) throws(FavouritesError) {
        let file = file.number
        _ = try perform(.sync(name)) { fsync(file) }
    }

    func rename(_ name: String, to other: String, in folder: borrowing Descriptor) throws(FavouritesError) {
        let folder = folder.number
        _ = try perform(.rename(name, to: other)) { renameat(folder, name, folder, other) }
    }

    /// Has two files change names, at no moment of which a name is missing; false where one is not there or the file
    /// system cannot (rename(2), RENAME_EXCHANGE).
    func exchange(
        _ name: String, with other: String, in folder: borrowing Descriptor
    ) throws(FavouritesError) -> Bool {
        let folder = folder.number
        return try perform(.exchange(name, other), unless: ENOENT, EINVAL, ENOSYS, EOPNOTSUPP) {
            renameat2(folder, name, folder, other, HEROES_RENAME_EXCHANGE)
        } != nil
    }

    /// A file that is not there is as good as removed.
    func remove(_ name: String, in folder: borrowing Descriptor) throws(FavouritesError) {
        let folder = folder.number
        _ = try perform(.remove(name), unless: ENOENT) { unlinkat(folder, name, 0) }
    }
}
