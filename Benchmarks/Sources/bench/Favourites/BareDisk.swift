import Foundation
import Synchronization

/// What a disk can do: threads that each write a small file, sync it, rename it over the last one and sync the folder,
/// and nothing else.
struct BareDisk: Sendable {
    /// As long as a visitor's file.
    let bytes: [UInt8]
    /// What a thread is to replace for the time of that number.
    let place: @Sendable (_ thread: Int, _ number: Int) -> Place

    /// Where a file lies, in a folder that is there. How fast a disk makes files depends on what was deleted nearby of
    /// late, so what is compared has to lie in the same folders.
    struct Place {
        let folder: String
        let name: String
        /// The name of what has to be read before.
        var source: String?
    }

    /// What the threads reached together.
    func result(threads: Int, seconds: Double) throws -> ToggleRun.Result {
        let times = Mutex<[Double]>([])
        let failure = Mutex<Unmeasurable?>(nil)
        let group = DispatchGroup()
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        for thread in 0..<threads {
            group.enter()
            Thread.detachNewThread {
                do {
                    let ownTimes = try replace(thread, until: end)
                    times.withLock { $0 += ownTimes }
                } catch {
                    failure.withLock { $0 = Unmeasurable("\(error)") }
                }
                group.leave()
            }
        }
        group.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
        return try ToggleRun.Result(times.withLock { $0 }, in: ContinuousClock.now - start)
    }

    private func replace(_ thread: Int, until end: ContinuousClock.Instant) throws -> [Double] {
        var times: [Double] = []
        while ContinuousClock.now < end {
            let place = place(thread, times.count)
            let start = ContinuousClock.now
            let folder = try check(open(place.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open")
            defer { close(folder) }
            if let source = place.source { try read(source, in: folder) }
            try replace(place.name, in: folder, by: "bare-\(thread).new")
            times.append((ContinuousClock.now - start) / .seconds(1))
        }
        return times
    }

    private func replace(_ name: String, in folder: Int32, by new: String) throws {
        let file = try check(openat(folder, new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600), "create")
        defer { close(file) }
        guard write(file, bytes, bytes.count) == bytes.count else { throw Unmeasurable("a write was cut short") }
        _ = try check(fsync(file), "fsync")
        _ = try check(renameat(folder, new, folder, name), "rename")
        _ = try check(fsync(folder), "fsync")
    }

    private func read(_ name: String, in folder: Int32) throws {
        let file = try check(openat(folder, name, O_RDONLY | O_CLOEXEC), "open")
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 2 * bytes.count)
        guard Glibc.read(file, &buffer, buffer.count) > 0 else { throw Unmeasurable("\(name) cannot be read") }
    }

    private func check(_ result: Int32, _ call: String) throws -> Int32 {
        guard result >= 0 else { throw Unmeasurable("\(call): \(String(cString: strerror(errno)))") }
        return result
    }
}
