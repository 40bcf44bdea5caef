import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

/// What is left of a visitor who wants to be forgotten.
@Suite struct ForgettingTests {
    private let visitor = Visitor.numbered(1)
    private var file: VisitorFile { VisitorFile(visitor) }

    /// A store with three favourites of the visitor's in it.
    private func store(_ folder: TemporaryFolder, _ recorder: FaultRecorder, _ log: Log = Log()) async throws
        -> FileStore
    {
        let store = try FileStore(folder: folder.path, log: log.add, operations: recorder.operations)
        for id in 1...3 { try await store.add(.example(id, after: Double(id)), for: visitor) }
        return store
    }

    @Test("wherever a crash ends it, all is there after the next start, or nothing at all")
    func everyCrash() async throws {
        var outcomes: Set<Int> = []
        for number in 1... {
            let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
            let isForgotten: Bool
            do {
                let store = try await store(folder, recorder)
                recorder.start { call, _ in call >= number ? .fail(EIO) : .proceed }
                isForgotten = (try? await store.forget(visitor)) != nil
            }
            _ = recorder.stop()
            let restarted = try await FileStore.restarted(folder)
            let found = try await restarted.favourites(of: visitor).map(\.id)
            #expect(found == (isForgotten ? [] : found), "\(number)")
            let files = try folder.files()
            #expect(files.isEmpty == found.isEmpty, "\(number): \(found), \(files)")
            #expect(found == [3, 2, 1] || found == [], "\(number)")
            outcomes.insert(found.count)
            if isForgotten { break }
        }
        #expect(outcomes == [0, 3])
    }

    @Test("on a full disk there is room for it")
    func fullDisk() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        _ = try await store(folder, recorder)
        let store = try FileStore(folder: folder.path, operations: recorder.operations)
        recorder.start { _, call in
            switch call {
            case .create, .createNotes, .note, .write: .fail(ENOSPC)
            default: .proceed
            }
        }
        try await store.forget(visitor)
        #expect(recorder.stop().contains(.createNotes))
        #expect(try folder.files() == [])
    }

    @Test("what is deleted is forgotten, and the log tells that the disk may have it as what never counts")
    func lastSync() async throws {
        let (folder, recorder, log) = (try TemporaryFolder(), FaultRecorder(), Log())
        let store = try await store(folder, recorder, log)
        let (file, syncs) = (file, Counter())
        recorder.start { _, call in call == .sync(file.folder) && syncs.next() == 2 ? .fail(EIO) : .proceed }
        try await store.forget(visitor)
        _ = recorder.stop()
        #expect(try folder.files() == [])
        #expect(log.lines.count == 1 && log.lines[0].contains(file.spare), "\(log.lines)")
    }

    /// A store that has refused to forget the visitor and could not bring them back.
    private func refusing(_ folder: TemporaryFolder, _ recorder: FaultRecorder) async throws -> FileStore {
        let store = try await store(folder, recorder)
        let (file, syncs) = (file, Counter())
        recorder.start { _, call in
            if call == .sync(file.folder) { _ = syncs.next() }
            if case .status = call { return .proceed }
            return syncs.value > 0 && call != .note ? .fail(EROFS) : .proceed
        }
        await #expect(throws: FavouritesError.self) { try await store.forget(visitor) }
        #expect(try await store.favourites(of: visitor).map(\.id) == [3, 2, 1])
        #expect(try folder.files() == ["\(file.folder)/\(file.spare)"], "there is nothing to be brought back")
        return store
    }

    @Test("a process that ends before it could bring back whom it did not forget leaves that to the next one")
    func refused() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        do { _ = try await refusing(folder, recorder) }
        _ = recorder.stop()
        let restarted = try await FileStore.restarted(folder)
        #expect(try await restarted.favourites(of: visitor).map(\.id) == [3, 2, 1])
    }

    @Test("a look for old files does not take what is to be brought back for what a crash has left")
    func oldFiles() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let store = try await refusing(folder, recorder)
        _ = recorder.stop()
        store.removeExpired(in: file.folder)
        #expect(try await store.favourites(of: visitor).map(\.id) == [3, 2, 1])
    }

    @Test("another process knows the visitor all the same, and brings them back with the first change")
    func knownToOthers() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let store = try await refusing(folder, recorder)
        let other = try FileStore(folder: folder.path, operations: FileOperations())
        #expect(try await other.add([.example(4, after: 4)], forKnown: visitor))
        #expect(try await other.favourites(of: visitor).map(\.id) == [4, 3, 2, 1])
        _ = recorder.stop()
        #expect(try await store.favourites(of: visitor).map(\.id) == [4, 3, 2, 1])
    }

    @Test("whom another process has forgotten since is not brought back")
    func forgottenByOthers() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let store = try await refusing(folder, recorder)
        let other = try FileStore(folder: folder.path, operations: FileOperations())
        try await other.forget(visitor)
        #expect(try await !other.add([.example(4)], forKnown: visitor))
        _ = recorder.stop()
        #expect(try await store.favourites(of: visitor) == [])
        #expect(try folder.files() == [])
    }

    @Test("another process’s look for old files does not take what is to be brought back either")
    func oldFilesOfOthers() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let store = try await refusing(folder, recorder)
        try FileStore(folder: folder.path, operations: FileOperations()).removeExpired(in: file.folder)
        _ = recorder.stop()
        #expect(try await store.favourites(of: visitor).map(\.id) == [3, 2, 1])
    }
}

/// Counts from 1.
private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }

    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}
