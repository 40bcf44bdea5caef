import CGlibc
import Foundation
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

/// How visitors' files are read.
@Suite struct ReadingTests {
    @Test("a file that is read is left as it was, even the time of its last reading")
    func readingTime() async throws {
        let folder = try TemporaryFolder()
        let visitor = Visitor.numbered(1)
        let writer = try FileStore(folder: folder.path, operations: FileOperations())
        try await writer.add(.example(1), for: visitor)
        let file = VisitorFile(visitor)
        let path = "\(folder.path)/\(file.folder)/\(file.current)"
        // Older than the last change, so that a file system which notes readings would note the next one.
        var status = stat()
        stat(path, &status)
        utimensat(AT_FDCWD, path, [timespec(tv_sec: 1, tv_nsec: 0), status.st_mtim], 0)
        let reader = try FileStore(folder: folder.path, operations: FileOperations())
        #expect(try await reader.favourites(of: visitor).map(\.id) == [1])
        stat(path, &status)
        #expect(status.st_atim.tv_sec == 1)
    }

    @Test("a file of another owner is read as well, although nobody may read that unnoticed")
    func foreignFile() async throws {
        let content = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: Result { try Self.readUnowned("passwd", in: "/etc") })
            }
        }
        #expect(try content.get() == [UInt8](try Data(contentsOf: URL(filePath: "/etc/passwd"))))
    }

    /// For the rest of the thread its user owns nothing and may do no more than others (setfsuid(2)); where this process
    /// may not change that, it does not own the file anyway.
    private static func readUnowned(_ name: String, in path: String) throws -> [UInt8] {
        let setUser = try #require(dlsym(nil, "setfsuid"))
        _ = unsafeBitCast(setUser, to: (@convention(c) (uid_t) -> Int32).self)(65_534)
        let operations = FileOperations()
        guard let folder = try operations.openFolder(path) else { throw POSIXError(.ENOENT) }
        #expect(openat(folder.number, name, O_RDONLY | HEROES_O_NOATIME) == -1 && errno == EPERM)
        guard let file = try operations.open(name, in: folder),
            let (bytes, _) = try operations.read(file, limit: 1 << 20)
        else { throw POSIXError(.ENOENT) }
        return bytes
    }

    @Test("files of different visitors are read side by side")
    func sideBySide() async throws {
        let folder = try TemporaryFolder()
        let visitors = (1...8).map { Visitor.numbered($0) }
        let writer = try FileStore(folder: folder.path, operations: FileOperations())
        for visitor in visitors { try await writer.add(.example(1), for: visitor) }
        let arrived = Mutex(0)
        let all = DispatchSemaphore(value: 0)
        let operations = FileOperations(intercept: { call in
            guard case .open = call else { return .proceed }
            let count = arrived.withLock { count in
                count += 1
                return count
            }
            if count == visitors.count {
                for _ in visitors { all.signal() }
            }
            // Where they come one after the other the rest never arrives.
            return all.wait(timeout: .now() + 60) == .success ? .proceed : .fail(ETIMEDOUT)
        })
        let store = try FileStore(folder: folder.path, readers: visitors.count, operations: operations)
        try await withThrowingTaskGroup { tasks in
            for visitor in visitors { tasks.addTask { try await store.favourites(of: visitor).map(\.id) } }
            for try await ids in tasks { #expect(ids == [1]) }
        }
    }
}
