import FoundationEssentials
import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

/// What the disk has after the power failed: all that was acknowledged, and nothing that was refused.
@Suite struct PowerLossTests {
    private let visitor = Visitor.numbered(1)
    private var file: VisitorFile { VisitorFile(visitor) }

    @Test("a change that was refused is not there after the power has failed")
    func refusedStaysRefused() async throws {
        let folder = try TemporaryFolder()
        let disk = Disk(folder, file)
        let isForeign = Mutex(false)
        let store = try FileStore(
            folder: folder.path,
            operations: FileOperations { call in
                if call == .openMarks, isForeign.withLock({ $0 }) { return .fail(EACCES) }
                return disk.intercept(call)
            })
        for id in 1...3 { try await store.add(.example(id, after: Double(id)), for: visitor) }
        // As a backup does that somebody else puts back.
        try #require(unlink("\(folder.path)/\(ChangeMarks.name)") == 0)
        isForeign.withLock { $0 = true }
        await #expect(throws: FavouritesError.self) { try await store.remove(1, for: visitor) }
        #expect(try await store.favourites(of: visitor).map(\.id) == [3, 2, 1])
        #expect(try await disk.found(by: visitor) == [3, 2, 1])
    }

    @Test("after another process has failed to change the file, nothing counts as kept before another sync")
    func foreignDoubt() async throws {
        let folder = try TemporaryFolder()
        let disk = Disk(folder, file)
        let stores = try (0..<2).map { _ in
            try FileStore(folder: folder.path, operations: FileOperations(intercept: disk.intercept))
        }
        for id in 1...3 { try await stores[1].add(.example(id, after: Double(id)), for: visitor) }
        disk.isFailing.withLock { $0 = true }
        await #expect(throws: FavouritesError.self) { try await stores[0].remove(1, for: visitor) }
        disk.isFailing.withLock { $0 = false }
        try await stores[1].add(.example(1), for: visitor)
        #expect(try await disk.found(by: visitor) == [3, 2, 1])
    }

    @Test("whoever reads while a change fails does not make what was in doubt count as kept")
    func readInDoubt() async throws {
        let folder = try TemporaryFolder()
        let disk = Disk(folder, file)
        let store = Mutex<FileStore?>(nil)
        let isFirst = Mutex(false)
        let (file, path) = (file, "\(folder.path)/\(file.folder)/\(file.current)")
        let operations = FileOperations { call in
            let isHere = isFirst.withLock { isFirst in
                guard isFirst, call == .status(path) else { return false }
                isFirst = false
                return true
            }
            if isHere {
                disk.isFailing.withLock { $0 = true }
                let outcome = store.withLock { $0 }?.save([.remove([1])], to: file)
                if case .failure = outcome?.first {} else { Issue.record("it did not fail") }
                disk.isFailing.withLock { $0 = false }
            }
            return disk.intercept(call)
        }
        let made = try FileStore(folder: folder.path, operations: operations)
        store.withLock { $0 = made }
        for id in 1...3 { try await made.add(.example(id, after: Double(id)), for: visitor) }
        isFirst.withLock { $0 = true }
        #expect(try made.read(file).get().list.map(\.id) == [3, 2, 1])
        try await made.add(.example(1), for: visitor)
        #expect(try await disk.found(by: visitor) == [3, 2, 1])
        store.withLock { $0 = nil }
    }

    @Test("a folder that a crash left unsynced is synced before anything in it is acknowledged", arguments: [1, 2])
    func folderOfCrash(crashed: Int) async throws {
        let folder = try TemporaryFolder()
        let outer = "\(folder.path)/\(file.outerFolder)"
        let parent = crashed == 1 ? folder.path : outer
        let dead = FaultRecorder()
        let isDead = Mutex(false)
        let store = try FileStore(folder: folder.path, operations: dead.operations)
        dead.start { _, call in
            if call == .sync(parent) { isDead.withLock { $0 = true } }
            return isDead.withLock { $0 } ? .fail(EIO) : .proceed
        }
        await #expect(throws: FavouritesError.self) { try await store.add(.example(1), for: visitor) }
        let recorder = FaultRecorder()
        let restarted = try FileStore(folder: folder.path, operations: recorder.operations)
        recorder.start()
        try await restarted.add(.example(1), for: visitor)
        #expect(recorder.stop().contains(.sync(parent)), "\(recorder.stop())")
    }

    @Test("what is kept in a folder that another thread has just made waits until that is on the disk")
    func folderOfOther() async throws {
        let folder = try TemporaryFolder()
        let neighbour = try #require(
            (2...UInt64.max).lazy.map { Visitor.numbered($0) }.first {
                VisitorFile($0).outerFolder == file.outerFolder
            })
        let recorder = FaultRecorder()
        let store = try FileStore(folder: folder.path, operations: recorder.operations)
        try await store.add(.example(1), for: .numbered(12345))
        let isFirst = Mutex(true)
        let calls = Mutex<[FileOperations.Call]>([])
        let outcome = Mutex<[Change.Outcome]>([])
        recorder.start { _, call in
            calls.withLock { $0.append(call) }
            let isHere = isFirst.withLock { isFirst in
                guard isFirst, call == .sync(folder.path) else { return false }
                isFirst = false
                return true
            }
            if isHere {
                calls.withLock { $0 = [] }
                let result = store.save([.add([.example(1)], onlyKnown: false)], to: VisitorFile(neighbour))
                outcome.withLock { $0 = result }
            }
            return isHere ? .fail(EIO) : .proceed
        }
        await #expect(throws: FavouritesError.self) { try await store.add(.example(1), for: visitor) }
        #expect(outcome.withLock { $0.count } == 1)
        guard case .success = outcome.withLock({ $0[0] }) else { return }
        #expect(calls.withLock { $0.contains(.sync(folder.path)) }, "acknowledged in a folder that is on no disk")
    }

    @Test("the store's own folder, left unsynced by a crash, is synced before anything in it is acknowledged")
    func storeFolderOfCrash() async throws {
        let folder = try TemporaryFolder()
        let isDead = Mutex(false)
        #expect(throws: FavouritesError.self) {
            try FileStore(
                folder: folder.path + "/data",
                operations: FileOperations { call in
                    if case .sync = call { isDead.withLock { $0 = true } }
                    return isDead.withLock { $0 } ? .fail(EIO) : .proceed
                })
        }
        let synced = Mutex<[String]>([])
        let restarted = try FileStore(
            folder: folder.path + "/data",
            operations: FileOperations { call in
                if case .sync(let name) = call { synced.withLock { $0.append(name) } }
                return .proceed
            })
        try await restarted.add(.example(1), for: visitor)
        #expect(synced.withLock { $0.contains { $0 == folder.path || $0 == folder.path + "/" } })
    }
}
