import Glibc

/// The system calls that `FileSystem` makes, which return -1 and set errno on a failure: those of Linux, and those of a
/// disk in memory that a test can crash. A name is relative to its folder, and `AT_FDCWD` takes a path.
protocol SystemCalls: Sendable {
    func mkdir(_ path: String) -> Int32
    func openat(_ folder: Int32, _ name: String, _ flags: Int32) -> Int32
    func close(_ file: Int32)
    /// Locks the file exclusively, without waiting.
    func lock(_ file: Int32) -> Int32
    func fstat(_ file: Int32, _ status: inout stat) -> Int32
    func fstatat(_ folder: Int32, _ name: String, _ status: inout stat) -> Int32
    func read(_ file: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    func ftruncate(_ file: Int32, _ size: Int) -> Int32
    func futimens(_ file: Int32, _ time: timespec) -> Int32
    func fsync(_ file: Int32) -> Int32
    func renameat(_ folder: Int32, _ name: String, _ other: String) -> Int32
    func unlinkat(_ folder: Int32, _ name: String) -> Int32
    /// Returns nil on a failure.
    func names(in path: String) -> [String]?
    func access(_ path: String, _ mode: Int32) -> Int32
    func realpath(_ path: String) -> String?
}

struct LinuxCalls: SystemCalls {
    func mkdir(_ path: String) -> Int32 { Glibc.mkdir(path, 0o700) }

    func openat(_ folder: Int32, _ name: String, _ flags: Int32) -> Int32 { Glibc.openat(folder, name, flags, 0o600) }

    func close(_ file: Int32) { _ = Glibc.close(file) }

    func lock(_ file: Int32) -> Int32 { flock(file, LOCK_EX | LOCK_NB) }

    func fstat(_ file: Int32, _ status: inout stat) -> Int32 { Glibc.fstat(file, &status) }

    func fstatat(_ folder: Int32, _ name: String, _ status: inout stat) -> Int32 {
        Glibc.fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)
    }

    func read(_ file: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
        Glibc.read(file, bytes.baseAddress, bytes.count)
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        Glibc.write(file, bytes.baseAddress, bytes.count)
    }

    func ftruncate(_ file: Int32, _ size: Int) -> Int32 { Glibc.ftruncate(file, size) }

    func futimens(_ file: Int32, _ time: timespec) -> Int32 { Glibc.futimens(file, [time, time]) }

    func fsync(_ file: Int32) -> Int32 { Glibc.fsync(file) }

    func renameat(_ folder: Int32, _ name: String, _ other: String) -> Int32 {
        Glibc.renameat(folder, name, folder, other)
    }

    func unlinkat(_ folder: Int32, _ name: String) -> Int32 { Glibc.unlinkat(folder, name, 0) }

    func names(in path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else { return errno == 0 ? names : nil }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    func access(_ path: String, _ mode: Int32) -> Int32 { Glibc.access(path, mode) }

    func realpath(_ path: String) -> String? {
        guard let full = Glibc.realpath(path, nil) else { return nil }
        defer { free(full) }
        return String(cString: full)
    }
}
