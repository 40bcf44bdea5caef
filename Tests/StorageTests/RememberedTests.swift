import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

/// A number that several threads read and one sets.
private final class Number: Sendable {
    private let number: Atomic<Int>

    init(_ number: Int) { self.number = Atomic(number) }

    var value: Int { number.load(ordering: .sequentiallyConsistent) }

    func set(_ value: Int) { number.store(value, ordering: .sequentiallyConsistent) }
}

/// What a store remembers of visitors, while it and others change their files and the file of marks is ill-treated.
@Suite struct RememberedTests {
    private let visitor = Visitor.numbered(1)
    /// No time passes, so that no file is looked at again because the machine is slow.
    private let still: @Sendable () -> Int = { 0 }
    private var file: VisitorFile { VisitorFile(visitor) }

    private func marks(_ folder: TemporaryFolder) -> String { folder.path + "/" + ChangeMarks.name }

    /// A store that has read the visitor's favourites, and another on the same folder.
    private func stores(_ folder: TemporaryFolder) async throws -> [FileStore] {
        let stores = try (1...2).map { _ in
            try FileStore(folder: folder.path, uptime: still, operations: FileOperations())
        }
        try await stores[0].add(.example(1), for: visitor)
        for store in stores { _ = try await store.kept(by: visitor) }
        return stores
    }

    private func ids(_ store: FileStore) -> Set<Hero.ID>? { store.remembered(by: visitor)?.ids }

    @Test("what was acknowledged is remembered at once, without a look at the disk")
    func noCalls() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let store = try FileStore(folder: folder.path, uptime: still, operations: recorder.operations)
        #expect(store.remembered(by: visitor) == nil)
        try await store.add(.example(1), for: visitor)
        recorder.start()
        #expect(ids(store) == [1])
        #expect(store.remembered(by: visitor) === store.remembered(by: visitor))
        #expect(recorder.stop() == [])
        try await store.remove(1, for: visitor)
        #expect(ids(store) == [])
        try await store.forget(visitor)
        #expect(store.remembered(by: visitor) == nil)
    }

    @Test("what another store has acknowledged is not covered by what is remembered")
    func otherStore() async throws {
        let folder = try TemporaryFolder()
        let stores = try await stores(folder)
        for id in 2...40 {
            let (writer, reader) = (stores[id % 2], stores[(id + 1) % 2])
            #expect(ids(reader) == Set(1..<id))
            try await writer.add(.example(id), for: visitor)
            #expect(reader.remembered(by: visitor) == nil)
            #expect(try await reader.kept(by: visitor).ids == Set(1...id))
            #expect(ids(reader) == Set(1...id))
        }
        try await stores[0].forget(visitor)
        #expect(stores[1].remembered(by: visitor) == nil)
    }

    @Test("stores that change and read one visitor at once never show less than was acknowledged")
    func race() async throws {
        let folder = try TemporaryFolder()
        let stores = try await stores(folder)
        let acknowledged = Number(1)
        try await withThrowingTaskGroup { tasks in
            tasks.addTask {
                for id in 2...300 {
                    try await stores[id % 2].add(.example(id), for: visitor)
                    acknowledged.set(id)
                }
            }
            for store in stores {
                tasks.addTask {
                    while true {
                        let known = acknowledged.value
                        if let found = ids(store), found.count < known { Issue.record("\(found.count) of \(known)") }
                        let kept = try await store.kept(by: visitor).ids.count
                        if kept < known { Issue.record("\(kept) of \(known) read") }
                        if known == 300 { return }
                        // What is told at once leaves the others neither the thread nor the processor.
                        try await Task.sleep(for: .microseconds(100))
                    }
                }
            }
            try await tasks.waitForAll()
        }
    }

    @Test("a change that fails is not remembered, here or elsewhere")
    func failure() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let reader = try await stores(folder)[0]
        let writer = try FileStore(folder: folder.path, uptime: still, operations: recorder.operations)
        let (file, visitor) = (file, visitor)
        let seen = Mutex<Set<Hero.ID>?>(nil)
        recorder.start { _, call in
            guard call == .sync(file.folder), seen.withLock({ $0 == nil }) else { return .proceed }
            // Whoever reads now sees what will not have been.
            let read = reader.read(file)
            seen.withLock { $0 = (try? read.get())?.ids }
            return .fail(EIO)
        }
        await #expect(throws: FavouritesError.self) { try await writer.add(.example(2), for: visitor) }
        _ = recorder.stop()
        #expect(seen.withLock { $0 } == [1, 2])
        for store in [reader, writer] {
            #expect(store.remembered(by: visitor) == nil)
            #expect(try await store.kept(by: visitor).ids == [1])
            #expect(ids(store) == [1])
        }
    }

    @Test("after a while the file is looked at again, so that what was done to it by hand shows")
    func interval() async throws {
        let folder = try TemporaryFolder()
        let seconds = Number(1000)
        let store = try FileStore(
            folder: folder.path, uptime: { seconds.value }, operations: FileOperations())
        try await store.add(.example(1), for: visitor)
        seconds.set(1000 + FileStore.lookInterval - 1)
        #expect(ids(store) == [1])
        seconds.set(1000 + FileStore.lookInterval)
        #expect(store.remembered(by: visitor) == nil)
        #expect(try await store.kept(by: visitor).ids == [1])
        #expect(ids(store) == [1])
        try folder.write([], to: "\(file.folder)/\(file.current)")
        seconds.set(1000 + 2 * FileStore.lookInterval)
        #expect(store.remembered(by: visitor) == nil)
        #expect(try await store.kept(by: visitor).ids == [])
    }

    @Test("what fell out of memory is not remembered")
    func bounded() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(
            folder: folder.path, cachedFavourites: 10, uptime: still, operations: FileOperations())
        for number in 1...8 { try await store.add(.example(number), for: .numbered(UInt64(number))) }
        #expect((1...8).filter { store.remembered(by: .numbered($0)) != nil } == [4, 5, 6, 7, 8])
    }

    @Test("visitors who never kept anything take no memory")
    func strangers() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, operations: FileOperations())
        for number in 1...50 as ClosedRange<UInt64> { #expect(try await store.kept(by: .numbered(number)).list == []) }
        store.cache.withLock { #expect($0.count == 0) }
    }

    @Test(
        "a file of marks that is cut short, emptied, filled, or gone while stores run misleads none and ends none",
        arguments: ["short", "empty", "zeros", "ones", "removed", "replaced", "folder"])
    func illTreated(how: String) async throws {
        let folder = try TemporaryFolder()
        let stores = try await stores(folder)
        let path = marks(folder)
        let whole = MarkWindow.count * 8
        switch how {
        case "short": try #require(truncate(path, 100) == 0)
        case "empty": try #require(truncate(path, 0) == 0)
        case "zeros": try #require(truncate(path, 0) == 0 && truncate(path, whole) == 0)
        case "ones": try folder.write([UInt8](repeating: 0xFF, count: whole), to: ChangeMarks.name)
        case "removed": try #require(unlink(path) == 0)
        case "replaced": try #require(unlink(path) == 0 && symlink("/dev/zero", path) == 0)
        default: try #require(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        }
        for store in stores { if let found = ids(store) { #expect(found == [1]) } }
        for store in stores { #expect(try await store.kept(by: visitor).ids == [1]) }
        for id in 2...9 {
            try await stores[id % 2].add(.example(id), for: visitor)
            for store in stores { if let found = ids(store) { #expect(found == Set(1...id), "\(how)") } }
            for store in stores { #expect(try await store.kept(by: visitor).ids == Set(1...id)) }
            for store in stores { #expect(ids(store) == Set(1...id), "\(how)") }
        }
        #expect(try folder.read(ChangeMarks.name).count == whole)
    }

    @Test("stores that start with any file of marks make it whole", arguments: [0, 1, 4096, 32_767, 32_768, 100_000])
    func found(length: Int) async throws {
        let folder = try TemporaryFolder()
        try folder.write([UInt8](repeating: 0, count: length), to: ChangeMarks.name)
        let stores = try await stores(folder)
        for store in stores { #expect(ids(store) == [1]) }
        #expect(try folder.read(ChangeMarks.name).count == max(length, MarkWindow.count * 8))
        var status = stat()
        #expect(stat(marks(folder), &status) == 0)
    }

    @Test("without marks everything can be read, and nothing is remembered", arguments: [EROFS, EACCES, EMFILE])
    func unavailable(code: Int32) async throws {
        let folder = try TemporaryFolder()
        _ = try await stores(folder)
        let operations = FileOperations(intercept: { $0 == .openMarks ? .fail(code) : .proceed })
        let store = try FileStore(folder: folder.path, uptime: still, operations: operations)
        for _ in 1...2 { #expect(try await store.kept(by: visitor).ids == [1]) }
        #expect(store.remembered(by: visitor) == nil)
        // Others would not see it.
        await #expect(throws: FavouritesError.self) { try await store.add(.example(2), for: visitor) }
        #expect(try await store.kept(by: visitor).ids == [1])
    }

    @Test("a store that has no room to show the marks works without a memory")
    func noWindow() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, window: nil, operations: FileOperations())
        try await store.add(.example(1), for: visitor)
        #expect(try await store.kept(by: visitor).ids == [1])
        #expect(store.remembered(by: visitor) == nil)
    }

    @Test("stores keep each other's changes where the file system keeps whole seconds only")
    func wholeSeconds() async throws {
        let folder = try TemporaryFolder()
        let now: @Sendable () -> timespec = { timespec(tv_sec: FileStore.clockReading().tv_sec, tv_nsec: 0) }
        for round in 1...5 as ClosedRange<UInt64> {
            let visitor = Visitor.numbered(round)
            let stores = try (0..<2).map { _ in
                try FileStore(folder: folder.path, now: now, operations: FileOperations())
            }
            for id in 1...3 { try await stores[0].add(.example(id * 2), for: visitor) }
            #expect(try await stores[1].favourites(of: visitor).count == 3)
            // Three changes, after which the same file is the current one again and as long as before.
            try await stores[0].remove(6, for: visitor)
            try await stores[0].remove(4, for: visitor)
            try await stores[0].add([.example(8), .example(0)], for: visitor)
            #expect(try await stores[1].kept(by: visitor).ids == [2, 8, 0])
            try await stores[1].add(.example(4), for: visitor)
            let fresh = try FileStore(folder: folder.path, operations: FileOperations())
            #expect(try await fresh.kept(by: visitor).ids == [2, 8, 0, 4])
        }
    }

    @Test("what a failed change showed is not remembered even where its leftover cannot be removed")
    func undoneUnremoved() async throws {
        let folder = try TemporaryFolder()
        let recorder = FaultRecorder()
        let reader = try FileStore(folder: folder.path, uptime: still, operations: FileOperations())
        let writer = try FileStore(folder: folder.path, uptime: still, operations: recorder.operations)
        for id in 1...3 { try await writer.add(.example(id, after: Double(id)), for: visitor) }
        _ = try await reader.kept(by: visitor)
        let file = file
        recorder.start { _, call in
            if call == .remove(file.spare) { return .fail(EIO) }
            guard call == .sync(file.folder) else { return .proceed }
            _ = reader.read(file)
            return .fail(EIO)
        }
        await #expect(throws: FavouritesError.self) { try await writer.remove(1, for: visitor) }
        _ = recorder.stop()
        #expect(try await writer.favourites(of: visitor).map(\.id) == [3, 2, 1])
        let told = reader.remembered(by: visitor)?.list.map(\.id)
        #expect(told == nil || told == [3, 2, 1])
    }

    @Test("a file of marks that is replaced while it is opened misleads no longer than one that is replaced later")
    func replacedWhileOpened() async throws {
        let folder = try TemporaryFolder()
        let writer = try FileStore(folder: folder.path, uptime: still, operations: FileOperations())
        try await writer.add(.example(1), for: visitor)
        let (path, steps) = (marks(folder), Number(0))
        let reader = try FileStore(
            folder: folder.path, uptime: still,
            operations: FileOperations { [file] call in
                if call == .openMarks, steps.value == 0 {
                    steps.set(1)
                } else if steps.value == 1 {
                    steps.set(2)
                    unlink(path)
                    _ = writer.marks.current(file.mark)
                }
                return .proceed
            })
        for _ in 1...2 { #expect(try await reader.kept(by: visitor).ids == [1]) }
        try await writer.add(.example(2), for: visitor)
        #expect(reader.remembered(by: visitor) == nil)
        #expect(try await reader.kept(by: visitor).ids == [1, 2])
    }

    @Test("a pipe or a device in the place of the marks is set aside as anything else is")
    func marksPipe() async throws {
        let folder = try TemporaryFolder()
        try #require(mkfifo(folder.path + "/" + ChangeMarks.name, 0o600) == 0)
        let store = try FileStore(folder: folder.path, operations: FileOperations())
        try await store.add(.example(1), for: visitor)
        #expect(store.remembered(by: visitor)?.list.count == 1)
    }

    @Test("a file that cannot be shown in memory is not shown, and ends no process")
    func unshown() async throws {
        await #expect(processExitsWith: .success) {
            let window = try #require(FileWindow())
            window.open(Descriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)))
            #expect(!window.isShown)
            #expect(!window.write([1], at: 1))
        }
    }
}
