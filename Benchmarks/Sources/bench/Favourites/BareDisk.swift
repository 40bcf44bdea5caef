import Foundation
import Glibc

/// The disk without the store: makes new files in the folders of the visitors.
struct BareDisk: Sendable {
    private let folders: [String]
    /// The content of a visitor's file.
    let bytes: [UInt8]

    init(_ store: String) throws {
        let paths = FileManager.default.enumerator(atPath: store)?.compactMap { $0 as? String } ?? []
        let files = paths.filter { $0.hasSuffix(".jsonl") && !$0.contains(".previous") }
        guard let file = files.first, let data = FileManager.default.contents(atPath: "\(store)/\(file)") else {
            throw BenchmarkError("the store has no files")
        }
        bytes = Array(data)
        // Any order is good, since each thread has folders of its own.
        folders = Set(files.map { "\(store)/" + $0.split(separator: "/").dropLast().joined(separator: "/") }).sorted()
    }

    @Sendable func replace(_ thread: Int) throws {
        let number = thread * ToggleClient.visitorCount + Int.random(in: 0..<ToggleClient.visitorCount)
        try BareFolder(folders[number % folders.count]).replace("bare-\(thread)", by: "bare-\(thread).new", bytes)
    }
}

/// An open folder in which files are replaced by system calls alone.
private struct BareFolder: ~Copyable {
    private let number: Int32

    init(_ path: String) throws {
        number = try Self.check(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open")
    }

    deinit { close(number) }

    /// Writes a new file, syncs it, renames it over the last one and syncs the folder.
    func replace(_ name: String, by new: String, _ bytes: [UInt8]) throws {
        let file = try Self.check(openat(number, new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600), "create")
        defer { close(file) }
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw BenchmarkError("a write was cut short")
        }
        _ = try Self.check(fsync(file), "fsync")
        _ = try Self.check(renameat(number, new, number, name), "rename")
        _ = try Self.check(fsync(number), "fsync")
    }

    private static func check(_ result: Int32, _ call: String) throws -> Int32 {
        guard result >= 0 else { throw BenchmarkError(call: call) }
        return result
    }
}
