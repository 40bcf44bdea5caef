import Foundation
import Glibc

/// An open folder in which files are replaced by system calls alone.
struct BareFolder: ~Copyable {
    private let number: Int32

    init(_ path: String) throws {
        number = try Self.check(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open")
    }

    deinit { close(number) }

    /// Writes a new file, syncs it, renames it over the last one and syncs the folder.
    func replace(_ name: String, by new: String, _ bytes: [UInt8]) throws {
        let file = try Self.check(openat(number, new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600), "create")
        defer { close(file) }
        try write(bytes, to: file, length: bytes.count)
        _ = try Self.check(renameat(number, new, number, name), "rename")
        _ = try Self.check(fsync(number), "fsync")
    }

    /// Writes over an old file and syncs it, has the two files swap names, and syncs the folder: the system calls
    /// of the store's toggle without the store.
    func replace(_ name: String, overOld old: String, _ bytes: [UInt8]) throws {
        // A store that ended in the middle of a toggle leaves one out.
        let file = try Self.check(openat(number, old, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600), "open")
        defer { close(file) }
        // Of a block that is written as a whole nothing has to be read before.
        try write(bytes + [UInt8](repeating: 0, count: max(0, 4096 - bytes.count)), to: file, length: bytes.count)
        for (from, to) in [(name, name + ".old"), (old, name), (name + ".old", old)] {
            _ = try Self.check(renameat(number, from, number, to), "rename")
        }
        _ = try Self.check(fsync(number), "fsync")
    }

    /// Reads a file of that length at most.
    func read(_ name: String, length: Int) throws {
        let file = try Self.check(openat(number, name, O_RDONLY | O_CLOEXEC), "open")
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: length)
        guard Glibc.read(file, &buffer, length) > 0 else { throw Unmeasurable("\(name) cannot be read") }
    }

    /// Looks whether there is a file of that name.
    func look(_ name: String) throws {
        var status = stat()
        _ = try Self.check(fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW), "fstatat")
    }

    /// Writes the bytes, cuts the file to that length and syncs it.
    private func write(_ bytes: [UInt8], to file: Int32, length: Int) throws {
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw Unmeasurable("a write was cut short") }
        if length < bytes.count { _ = try Self.check(ftruncate(file, length), "ftruncate") }
        _ = try Self.check(fsync(file), "fsync")
    }

    private static func check(_ result: Int32, _ call: String) throws -> Int32 {
        guard result >= 0 else { throw Unmeasurable("\(call): \(String(cString: strerror(errno)))") }
        return result
    }
}
