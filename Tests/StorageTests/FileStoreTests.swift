import FoundationEssentials
import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

@Suite struct FileStoreTests {
    private let visitor = Visitor.numbered(1)

    @Test("favourites are there after a restart")
    func restart() async throws {
        let folder = try TemporaryFolder()
        do {
            let store = try FileStore(folder: folder.path)
            for id in 1...3 { try await store.add(.example(id, after: Double(id)), for: visitor) }
            try await store.remove(2, for: visitor)
        }
        let store = try FileStore(folder: folder.path)
        #expect(try await store.favourites(of: visitor) == [.example(3, after: 3), .example(1, after: 1)])
    }

    @Test("two stores on one folder see and keep each other's changes")
    func twoStores() async throws {
        let folder = try TemporaryFolder()
        let stores = [try FileStore(folder: folder.path), try FileStore(folder: folder.path)]
        for id in 1...40 {
            try await stores[id % 2].add(.example(id, after: Double(id)), for: visitor)
            let expected = Array((1...id).reversed())
            for store in stores { #expect(try await store.favourites(of: visitor).map(\.id) == expected) }
        }
        try await stores[0].forget(visitor)
        #expect(try await stores[1].favourites(of: visitor) == [])
    }

    @Test("two stores that change one visitor at once lose nothing")
    func twoStoresAtOnce() async throws {
        let folder = try TemporaryFolder()
        let stores = [try FileStore(folder: folder.path), try FileStore(folder: folder.path)]
        try await withThrowingTaskGroup { tasks in
            for id in 0..<64 { tasks.addTask { try await stores[id % 2].add(.example(id), for: visitor) } }
            try await tasks.waitForAll()
        }
        for store in stores { #expect(try await store.favourites(of: visitor).map(\.id).sorted() == Array(0..<64)) }
    }

    @Test("a file is named by the SHA-256 of the token, two folders down, for its owner alone")
    func names() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path + "/a/b")
        let visitor = try #require(Visitor(token: "0123456789abcdef0123456789abcdef"))
        for id in 1...2 { try await store.add(.example(id), for: visitor) }
        // Of the token, by sha256sum.
        let hash = "3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9"
        let parent = "a/b/\(hash.prefix(2))/\(hash.dropFirst(2).prefix(2))"
        let names = ["\(hash).jsonl", "\(hash.prefix(24)).previous.jsonl"]
        #expect(try folder.files() == names.map { "\(parent)/\($0)" }.sorted())
        #expect(try !folder.files().contains { $0.contains(visitor.token) })
        for (path, mode) in [("a", 0o700), ("a/b/\(hash.prefix(2))", 0o700), (parent, 0o700)] {
            #expect(try permissions(folder.path + "/" + path) == mode, "\(path)")
        }
        for file in try folder.files() { #expect(try permissions(folder.path + "/" + file) == 0o600, "\(file)") }
    }

    @Test("a folder of 24 visitors is one block of the disk")
    func shortNames() throws {
        // What an entry takes of ext4 for a name of that length; the folder itself, the one it is in, and a checksum are
        // the others.
        func size(_ length: Int) -> Int { (8 + length + 3) / 4 * 4 }
        let file = VisitorFile(visitor)
        let visitor = [file.current, file.previous, file.spare].map { size($0.utf8.count) }.reduce(0, +)
        #expect(24 * visitor + size(1) + size(2) + size(4) <= 4096)
    }

    @Test("what a visitor had under longer names, as an earlier version gave them, goes with the rest")
    func longNames() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, operations: FileOperations())
        try await store.add(.example(1), for: visitor)
        let file = VisitorFile(visitor)
        for name in [".previous.jsonl", ".spare"] { try folder.write([], to: "\(file.folder)/\(file.hash)\(name)") }
        #expect(try await store.favourites(of: visitor).map(\.id) == [1])
        try await store.forget(visitor)
        #expect(try folder.files() == [])
    }

    @Test("one previous generation is kept, however many changes there are")
    func previous() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path)
        for id in 1...5 { try await store.add(.example(id, after: Double(id)), for: visitor) }
        let file = VisitorFile(visitor)
        let files = [file.current, file.previous, file.spare].map { "\(file.folder)/\($0)" }
        #expect(try folder.files() == files.sorted())
        guard case .list(let list) = FavouritesFormat.decode(try folder.read("\(file.folder)/\(file.previous)")) else {
            Issue.record("the previous generation cannot be read")
            return
        }
        #expect(list.favourites.map(\.id) == [4, 3, 2, 1])
    }

    @Test("reads that find the file unchanged do not read it")
    func cache() async throws {
        let folder = try TemporaryFolder()
        let recorder = FaultRecorder()
        let store = try FileStore(folder: folder.path, operations: recorder.operations)
        try await store.add(.example(1), for: visitor)
        recorder.start()
        _ = try await store.favourites(of: visitor)
        let file = VisitorFile(visitor)
        #expect(
            recorder.stop() == [
                .status("\(store.folder)/\(ChangeMarks.name)"),
                .openAtOnce("\(store.folder)/\(file.folder)/\(file.current)"),
            ])
    }

    @Test("memory is bounded, and what fell out of it is read again")
    func boundedCache() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, cachedFavourites: 10)
        for number in 1...8 { try await store.add(.example(number), for: .numbered(UInt64(number))) }
        for number in 1...8 {
            #expect(try await store.favourites(of: .numbered(UInt64(number))) == [.example(number)])
        }
        store.cache.withLock { #expect($0.count == 5 && $0.cost == 10) }
    }

    @Test("favourites too long to be read again are refused")
    func tooLong() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path)
        try await store.add(.example(1), for: visitor)
        let name = String(repeating: "x", count: FavouritesFormat.sizeLimit)
        await #expect(throws: FavouritesError.self) {
            try await store.add(Favourite(id: 2, name: name, thumbnail: nil, added: Date()), for: visitor)
        }
        #expect(try await store.favourites(of: visitor) == [.example(1)])
    }

    @Test("leftovers of a crash are removed, without a look at what visitors have")
    func leftovers() async throws {
        let folder = try TemporaryFolder()
        let recorder = FaultRecorder()
        let store = try FileStore(folder: folder.path, operations: recorder.operations)
        for number in 1...3 { try await store.add(.example(number), for: .numbered(UInt64(number))) }
        let kept = try folder.files()
        let leftovers = (1...3).map { VisitorFile(.numbered(UInt64($0))) }
        for file in leftovers { try folder.write("torn".utf8, to: "\(file.folder)/\(file.spare)") }
        let lines = leftovers.map { $0.hash + "\n" }
        try folder.write(lines.joined().utf8, to: "\(WritingNotes.folder)/1")
        let gap = [UInt8](repeating: 0, count: 650)
        try folder.write(gap + Array(lines[0].utf8), to: "\(WritingNotes.folder)/2")
        recorder.start()
        store.removeLeftovers()
        let calls = recorder.stop()
        #expect(try folder.files() == kept)
        // That of the running store.
        #expect(try folder.notes().count == 1)
        let opened = calls.filter { if case .open = $0 { true } else { false } }
        #expect(opened.count == 3)
    }

    @Test(
        "a note is in the file before anything is written, also where the file was cut short meanwhile",
        arguments: [nil, 0, 4096])
    func cutNotes(length: Int?) async throws {
        let folder = try TemporaryFolder()
        let seen = Mutex<[[VisitorFile]]>([])
        let operations = FileOperations { call in
            guard case .create = call, let notes = try? folder.notes().first else { return .proceed }
            let bytes = try? folder.read("\(WritingNotes.folder)/\(notes)")
            seen.withLock { $0.append(WritingNotes.visitors(in: bytes ?? [])) }
            return .proceed
        }
        let store = try FileStore(folder: folder.path, writers: 64, operations: operations)
        let visitors = (1...3).map { Visitor.numbered($0) }
        for visitor in visitors {
            try await store.add(.example(1), for: visitor)
            if let length, let notes = try folder.notes().first {
                try #require(truncate("\(folder.path)/\(WritingNotes.folder)/\(notes)", length) == 0)
            }
        }
        #expect(seen.withLock { $0.map(\.last) } == visitors.map { VisitorFile($0) })
    }

    @Test("after a crash of many writes at a time, the notes lead to every leftover")
    func manyLeftovers() async throws {
        let folder = try TemporaryFolder()
        let visitors = (1...20).map { Visitor.numbered($0) }
        let crashed = Mutex(false)
        do {
            let operations = FileOperations(intercept: { call in
                if case .sync(let name) = call, name.hasSuffix(".spare") {
                    crashed.withLock { $0 = true }
                }
                return crashed.withLock { $0 } ? .fail(EIO) : .proceed
            })
            let store = try FileStore(folder: folder.path, writers: 8, operations: operations)
            await withTaskGroup { tasks in
                for visitor in visitors { tasks.addTask { try? await store.add(.example(1), for: visitor) } }
            }
        }
        #expect(try folder.files().contains { $0.hasSuffix(".spare") })
        let restarted = try FileStore(folder: folder.path, operations: FileOperations())
        // The threads of the store that crashed let go of its notes when they end.
        while try !folder.notes().isEmpty {
            restarted.removeLeftovers()
            await Task.yield()
        }
        #expect(try folder.files() == [])
    }

    @Test("a start reads neither folders nor files of visitors")
    func start() async throws {
        let folder = try TemporaryFolder()
        let writer = try FileStore(folder: folder.path, operations: FileOperations())
        for number in 1...3 { try await writer.add(.example(number), for: .numbered(UInt64(number))) }
        let recorder = FaultRecorder()
        recorder.start()
        let store = try FileStore(folder: folder.path, operations: recorder.operations)
        store.removeLeftovers()
        let calls = recorder.stop().filter { call in
            switch call {
            case .makeFolder, .sync: false
            case .openFolder(let path): path.hasPrefix(folder.path)
            default: true
            }
        }
        let notes = "\(store.folder)/\(WritingNotes.folder)"
        let name = try #require(folder.notes().first)
        // For what is to be taken back and then for what is to be removed.
        let look: [FileOperations.Call] = [.openFolder(notes), .open(name), .ownNotes]
        #expect(calls == [.openFolder(folder.path), .checkWritable(folder.path), .openLock, .lock] + look + look)
        withExtendedLifetime(writer) {}
    }

    @Test("a file that somebody is writing is no leftover")
    func lockedLeftover() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, operations: FileOperations())
        let file = VisitorFile(visitor)
        try await store.add(.example(1), for: visitor)
        try await store.forget(visitor)
        let new = "\(file.folder)/\(file.spare)"
        try folder.write("half".utf8, to: new)
        try removeSpare(store, whileLocked: file)
        #expect(try folder.files() == [new])
        try store.removeSpare(file)
        #expect(try folder.files() == [])
    }

    private func removeSpare(_ store: FileStore, whileLocked file: VisitorFile) throws {
        func run(holding lock: borrowing Descriptor) throws { try store.removeSpare(file) }
        try run(holding: try store.lock(file))
    }

    @Test("notes that another start takes away before they are held are begun anew")
    func notesTakenAway() async throws {
        let folder = try TemporaryFolder()
        let isFirst = Mutex(true)
        let operations = FileOperations(intercept: { call in
            guard call == .ownNotes else { return .proceed }
            return isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst ? .fail(EWOULDBLOCK) : .proceed
            }
        })
        let store = try FileStore(folder: folder.path, operations: operations)
        try await store.add(.example(1), for: visitor)
        #expect(try folder.notes().count == 2)
        store.removeLeftovers()
        #expect(try folder.notes().count == 1)
    }

    @Test("the notes of a store that runs are left to it")
    func notesInUse() async throws {
        let folder = try TemporaryFolder()
        let stores = [try FileStore(folder: folder.path), try FileStore(folder: folder.path)]
        for id in 1...2 { try await stores[id - 1].add(.example(id), for: visitor) }
        let notes = try Set(folder.notes())
        #expect(notes.count == 2)
        for store in stores { store.removeLeftovers() }
        #expect(try Set(folder.notes()) == notes)
    }

    @Test("the visitor is locked from before the file is read until the folder is synced, others are not")
    func lockSpan() async throws {
        let folder = try TemporaryFolder()
        let other = try FileStore(folder: folder.path, operations: FileOperations())
        let recorder = FaultRecorder()
        let store = try FileStore(folder: folder.path, operations: recorder.operations)
        let (file, neighbour) = (VisitorFile(visitor), VisitorFile(.numbered(2)))
        let seen = Mutex<[Bool]>([])
        for id in 1...2 {
            recorder.start { _, call in
                if [.open(file.current), .sync(file.spare), .sync(file.folder)].contains(call) {
                    let isLocked = (try? other.isLocked(file) && !other.isLocked(neighbour)) ?? false
                    seen.withLock { $0.append(isLocked) }
                }
                return .proceed
            }
            try await store.add(.example(id), for: visitor)
        }
        #expect(seen.withLock { $0 } == Array(repeating: true, count: 5))
        #expect(try !other.isLocked(file))
    }

    @Test("a torn file of a crash is no hindrance to the next change")
    func tornFile() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, operations: FileOperations())
        try await store.add(.example(1), for: visitor)
        let file = VisitorFile(visitor)
        try folder.write("torn".utf8, to: "\(file.folder)/\(file.spare)")
        try await store.add(.example(2, after: 1), for: visitor)
        #expect(try await store.favourites(of: visitor).map(\.id) == [2, 1])
        #expect(try folder.files() == [file.current, file.previous].map { "\(file.folder)/\($0)" }.sorted())
    }

    @Test("a mask that takes nothing away opens nothing to others")
    func mask() async throws {
        let old = umask(0)
        defer { umask(old) }
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path + "/data")
        for id in 1...2 { try await store.add(.example(id), for: visitor) }
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            var isFolder = false
            _ = FileManager.default.fileExists(atPath: folder.path + "/" + name, isDirectory: &isFolder)
            #expect(try permissions(folder.path + "/" + name) == (isFolder ? 0o700 : 0o600), "\(name)")
        }
    }

    private func permissions(_ path: String) throws -> UInt32 {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o777
    }
}

extension FileStore {
    /// Whether another descriptor than a new one has the visitor's lock.
    fileprivate func isLocked(_ file: VisitorFile) throws -> Bool { try lockIfFree(file) == nil }
}
