import Foundation
import Synchronization

/// What a disk can do: threads that each write a small file, sync it, rename it over the last one and sync the folder,
/// and nothing else.
struct BareDisk: Sendable {
    /// Where its files may lie, on the disk that is to be measured.
    let folder: String
    /// As long as a visitor's file.
    let bytes: [UInt8]
    private static let filesPerThread = 16

    /// Replacements a second, all threads together.
    func rate(threads: Int, seconds: Double) throws -> Double {
        for thread in 0..<threads { try makeFolders(thread) }
        let total = Mutex(0)
        let failure = Mutex<Unmeasurable?>(nil)
        let group = DispatchGroup()
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        for thread in 0..<threads {
            group.enter()
            Thread.detachNewThread {
                var count = 0
                do {
                    while ContinuousClock.now < end {
                        try replace(thread, count % Self.filesPerThread)
                        count += 1
                    }
                } catch {
                    failure.withLock { $0 = Unmeasurable("\(error)") }
                }
                total.withLock { [count] in $0 += count }
                group.leave()
            }
        }
        group.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
        return Double(total.withLock { $0 }) / ((ContinuousClock.now - start) / .seconds(1))
    }

    private func makeFolders(_ thread: Int) throws {
        for file in 0..<Self.filesPerThread {
            try FileManager.default.createDirectory(atPath: path(thread, file), withIntermediateDirectories: true)
        }
    }

    private func path(_ thread: Int, _ file: Int) -> String { "\(folder)/\(thread)/\(file)" }

    private func replace(_ thread: Int, _ number: Int) throws {
        let path = path(thread, number)
        let folder = try check(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open")
        defer { close(folder) }
        let file = try check(openat(folder, "new", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600), "create")
        defer { close(file) }
        guard write(file, bytes, bytes.count) == bytes.count else { throw Unmeasurable("a write was cut short") }
        _ = try check(fsync(file), "fsync")
        _ = try check(renameat(folder, "new", folder, "current"), "rename")
        _ = try check(fsync(folder), "fsync")
    }

    private func check(_ result: Int32, _ call: String) throws -> Int32 {
        guard result >= 0 else { throw Unmeasurable("\(call): \(String(cString: strerror(errno)))") }
        return result
    }
}
