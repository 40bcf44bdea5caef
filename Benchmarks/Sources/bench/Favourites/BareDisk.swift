import Foundation
import Synchronization

/// What a disk can do: threads that each write a small file, sync it, rename it over the last one and sync the folder,
/// and nothing else.
struct BareDisk: Sendable {
    /// Where a thread's file of that number may lie, a folder that is there. How fast a disk makes files depends on what
    /// was deleted nearby of late, so what is compared has to lie in the same folders.
    let folder: @Sendable (_ thread: Int, _ number: Int) -> String
    /// As long as a visitor's file.
    let bytes: [UInt8]
    private static let filesPerThread = 16

    /// Replacements a second, all threads together.
    func rate(threads: Int, seconds: Double) throws -> Double {
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

    private func replace(_ thread: Int, _ number: Int) throws {
        let (new, current) = ("bare-\(thread).new", "bare-\(thread)")
        let folder = try check(open(folder(thread, number), O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open")
        defer { close(folder) }
        let file = try check(openat(folder, new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600), "create")
        defer { close(file) }
        guard write(file, bytes, bytes.count) == bytes.count else { throw Unmeasurable("a write was cut short") }
        _ = try check(fsync(file), "fsync")
        _ = try check(renameat(folder, new, folder, current), "rename")
        _ = try check(fsync(folder), "fsync")
    }

    private func check(_ result: Int32, _ call: String) throws -> Int32 {
        guard result >= 0 else { throw Unmeasurable("\(call): \(String(cString: strerror(errno)))") }
        return result
    }
}
