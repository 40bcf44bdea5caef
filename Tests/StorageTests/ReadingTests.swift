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
            if case .openAtOnce = call { return .fail(EAGAIN) }
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

    @Test("what the kernel has in its memory is told without a thread that may wait, and remembered")
    func atOnce() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let visitors = (1...2).map { Visitor.numbered($0) }
        let writer = try FileStore(folder: folder.path, operations: FileOperations())
        for visitor in visitors { try await writer.add(.example(1), for: visitor) }
        let store = try FileStore(folder: folder.path, readers: 1, operations: recorder.operations)
        #expect(try await store.kept(by: .numbered(3)).list == [])
        let (isBusy, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let reader: Void = store.read {
            isBusy.signal()
            end.wait()
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                isBusy.wait()
                continuation.resume()
            }
        }
        #expect(try await store.favourites(of: visitors[0]) == [.example(1)])
        #expect(try await store.kept(by: visitors[1]).keeps(1))
        recorder.start()
        for visitor in visitors { #expect(store.remembered(by: visitor)?.list == [.example(1)]) }
        #expect(recorder.stop() == [])
        end.signal()
        await reader
    }

    @Test("what cannot be told at once is told by a thread that may wait")
    func later() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let (visitor, stranger) = (Visitor.numbered(1), Visitor.numbered(2))
        try await FileStore(folder: folder.path, operations: FileOperations()).add(.example(1), for: visitor)
        let store = try FileStore(folder: folder.path, operations: recorder.operations)
        #expect(try await store.kept(by: stranger).list == [])
        recorder.start { _, call in call == .readAtOnce ? .fail(EAGAIN) : .proceed }
        #expect(try await store.favourites(of: visitor) == [.example(1)])
        let calls = recorder.stop()
        #expect(try #require(calls.firstIndex(of: .readAtOnce)) < #require(calls.firstIndex(of: .read)))
    }

    @Test("a file is read at once if it is whole and as long as thought")
    func lengths() throws {
        let folder = try TemporaryFolder()
        try folder.write("four".utf8, to: "file")
        try #require(symlink("file", folder.path + "/link") == 0)
        #expect(Self.size(folder.path + "/file") == 4)
        #expect(Self.content(folder.path + "/file", size: 4) == Array("four".utf8))
        for size in [0, 3, 5, 5000] { #expect(Self.content(folder.path + "/file", size: size) == nil) }
        for name in ["", "link", "none"] { #expect(Self.size(folder.path + "/" + name) == nil, "\(name)") }
    }

    private static func size(_ path: String) -> Int? {
        let operations = FileOperations()
        guard let file = operations.openAtOnce(path) else { return nil }
        return operations.identityAtOnce(of: file)?.size
    }

    private static func content(_ path: String, size: Int) -> [UInt8]? {
        let operations = FileOperations()
        guard let file = operations.openAtOnce(path) else { return nil }
        return operations.readAtOnce(file, size: size)
    }
}
