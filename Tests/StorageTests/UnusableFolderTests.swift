import FoundationEssentials
import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

@Suite struct UnusableFolderTests {
    private let visitor = Visitor.numbered(1)
    private var file: VisitorFiles { VisitorFiles(visitor) }

    @Test(
        "an unusable folder is rejected at start, with its name",
        arguments: ["file", "file/below", "/proc/heroes"])
    func start(name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "file")
        let path = name.hasPrefix("/") ? name : folder.path + "/" + name
        let error = #expect(throws: FavouritesError.self) { try FileStore(folder: path) }
        guard case .unavailable(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains(path))
        for name in ["", "a\0b"] { #expect(throws: FavouritesError.self) { try FileStore(folder: name) } }
    }

    @Test("a folder locked by another process is rejected with its name and an alternative")
    func locked() async throws {
        let folder = try TemporaryFolder()
        let first = try FileStore(folder: folder.path, system: FileSystem())
        let error = #expect(throws: FavouritesError.self) {
            try FileStore(folder: folder.path, lockTimeout: .milliseconds(100), system: FileSystem())
        }
        guard case .unavailable(let reason) = error else { return }
        for phrase in [first.folder, "another process", "--database"] { #expect(reason.contains(phrase)) }
    }

    @Test("a starting process waits for the lock of an ending one")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let first = Mutex<FileStore?>(try FileStore(folder: folder.path, system: FileSystem()))
        let system = FileSystem { call in
            if call.hasPrefix("flock") { first.withLock { $0 = nil } }
            return nil
        }
        _ = try FileStore(folder: folder.path, system: system)
    }

    @Test("a file system without locks is rejected at start", arguments: [ENOLCK, EINVAL])
    func noLocks(code: Int32) throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: FavouritesError.self) {
            try FileStore(folder: folder.path, system: FileSystem { $0.hasPrefix("flock") ? code : nil })
        }
        guard case .unavailable(let reason) = error else { return }
        for phrase in [folder.path, "flock"] { #expect(reason.contains(phrase), "\(reason)") }
    }

    @Test("a missing folder is created, with its parents")
    func missing() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path + "/a//b/")
        try await store.add(.example(1), for: visitor)
        #expect(store.folder.hasSuffix("/a/b"))
        #expect(try await store.favourites(of: visitor).list == [.example(1)])
    }

    @Test("if the folder disappears, the store is unavailable instead of empty")
    func disappeared() async throws {
        let folder = try TemporaryFolder()
        do { try await FileStore(folder: folder.path + "/data").add(.example(1), for: visitor) }
        let store = try FileStore(folder: folder.path + "/data")
        try FileManager.default.moveItem(atPath: folder.path + "/data", toPath: folder.path + "/away")
        let uses: [@Sendable () async throws -> Void] = [
            { _ = try await store.favourites(of: visitor) }, { try await store.add(.example(2), for: visitor) },
            { try await store.remove(1, for: visitor) }, { try await store.forget(visitor) },
        ]
        for use in uses {
            let error = await #expect(throws: FavouritesError.self) { try await use() }
            guard case .unavailable = error else { throw error ?? .full(limit: 0) }
        }
        try FileManager.default.moveItem(atPath: folder.path + "/away", toPath: folder.path + "/data")
        #expect(try await store.favourites(of: visitor).list == [.example(1)])
        try await store.add(.example(2), for: visitor)
        #expect(try await store.favourites(of: visitor).list.count == 2)
    }
}
