import FoundationEssentials
import Glibc
import Heroes
import Support
import Testing

@testable import Storage

@Suite struct UnusableFolderTests {
    private let visitor = Visitor.numbered(1)
    private var file: VisitorFile { VisitorFile(visitor) }

    private func isUnavailable(_ body: () async throws -> Void) async -> Bool {
        do {
            try await body()
            return false
        } catch {
            if case .unavailable(let reason) = error as? FavouritesError { return !reason.isEmpty }
            return false
        }
    }

    @Test(
        "a folder that cannot be one is refused at start, with its name",
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
    }

    @Test("a folder without a name is refused", arguments: ["", "a\0b"])
    func nameless(name: String) {
        #expect(throws: FavouritesError.self) { try FileStore(folder: name) }
    }

    /// Why a store cannot be had in the folder whose calls fail so.
    private func refusal(
        _ folder: TemporaryFolder, _ verdict: @escaping @Sendable (FileOperations.Call) -> FileOperations.Verdict
    ) throws -> String {
        let error = #expect(throws: FavouritesError.self) {
            try FileStore(folder: folder.path, operations: FileOperations(intercept: verdict))
        }
        guard case .unavailable(let reason) = error else { return "" }
        return reason
    }

    @Test("a folder that only others may write is refused at start, and said to be that")
    func permissions() throws {
        let folder = try TemporaryFolder()
        let reason = try refusal(folder) { $0 == .checkWritable(folder.path) ? .fail(EACCES) : .proceed }
        #expect(reason.hasSuffix("\(folder.path) cannot be written in: Permission denied"), "\(reason)")
    }

    @Test("a folder on whose file system nothing can be locked is refused at start", arguments: [ENOLCK, EINVAL])
    func lockless(code: Int32) throws {
        let folder = try TemporaryFolder()
        let reason = try refusal(folder) { $0 == .lock ? .fail(code) : .proceed }
        #expect(reason.contains(folder.path) && reason.contains("nothing can be locked"), "\(reason)")
    }

    @Test("a missing folder is made, with those it lies in")
    func missing() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path + "/a//b/")
        try await store.add(.example(1), for: visitor)
        #expect(store.folder.hasSuffix("/a/b"))
        #expect(try await store.favourites(of: visitor) == [.example(1)])
    }

    @Test("a file in the way of a folder makes a change fail until it is gone", arguments: [false, true])
    func fileInTheWay(isInner: Bool) async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path)
        let obstacle = isInner ? file.folder : file.outerFolder
        let parent = isInner ? "\(folder.path)/\(file.outerFolder)" : folder.path
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try folder.write([], to: obstacle)
        #expect(await isUnavailable { try await store.add(.example(1), for: visitor) })
        #expect(await isUnavailable { _ = try await store.favourites(of: visitor) })
        #expect(await isUnavailable { try await store.forget(visitor) })
        try FileManager.default.removeItem(atPath: folder.path + "/" + obstacle)
        #expect(try await store.favourites(of: visitor) == [])
        try await store.add(.example(1), for: visitor)
        #expect(try await store.favourites(of: visitor) == [.example(1)])
    }

    @Test(
        "a link that leads nowhere for now, as to another disk, does not look as if nobody had favourites",
        arguments: [false, true])
    func danglingFolder(isInner: Bool) async throws {
        let folder = try TemporaryFolder()
        let writer = try FileStore(folder: folder.path + "/data", operations: FileOperations())
        try await writer.add(.example(1), for: visitor)
        let path = folder.path + "/data/" + (isInner ? file.folder : file.outerFolder)
        try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/away")
        try #require(symlink(folder.path + "/disk", path) == 0)
        let store = try FileStore(folder: folder.path + "/data", operations: FileOperations())
        #expect(await isUnavailable { _ = try await store.favourites(of: visitor) })
        #expect(await isUnavailable { _ = try await store.add([.example(2)], forKnown: visitor) })
        #expect(await isUnavailable { try await store.add(.example(2), for: visitor) })
        #expect(await isUnavailable { try await store.remove(1, for: visitor) })
        #expect(await isUnavailable { try await store.forget(visitor) })
        try FileManager.default.moveItem(atPath: folder.path + "/away", toPath: folder.path + "/disk")
        #expect(try await store.favourites(of: visitor) == [.example(1)])
        #expect(try await store.add([.example(2)], forKnown: visitor))
        #expect(try await store.favourites(of: visitor).count == 2)
    }

    @Test(
        "what lies in the place of the store's own files makes changes fail until it is gone, and hinders no reading",
        arguments: ["lock", WritingNotes.folder], [Obstacle.fullFolder, .danglingLink, .socket])
    func ownFiles(name: String, obstacle: Obstacle) async throws {
        let folder = try TemporaryFolder()
        let writer = try FileStore(folder: folder.path, operations: FileOperations())
        try await writer.add(.example(1), for: visitor)
        let path = folder.path + "/" + name
        try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
        // A folder is what the notes lie in.
        if name == WritingNotes.folder, obstacle == .fullFolder {
            try folder.write([], to: name)
        } else {
            try obstacle.put(at: path)
        }
        let store = try FileStore(folder: folder.path, operations: FileOperations())
        #expect(try await store.favourites(of: visitor) == [.example(1)])
        #expect(await isUnavailable { try await store.add(.example(2), for: visitor) })
        #expect(try await store.favourites(of: visitor) == [.example(1)])
        try FileManager.default.removeItem(atPath: path)
        try await store.add(.example(2, after: 60), for: visitor)
        #expect(try await store.favourites(of: visitor).map(\.id) == [2, 1])
    }

    @Test("a store whose folder vanishes says so rather than that nobody has favourites")
    func vanished() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path + "/data")
        try await store.add(.example(1), for: visitor)
        try FileManager.default.moveItem(atPath: folder.path + "/data", toPath: folder.path + "/away")
        #expect(await isUnavailable { _ = try await store.favourites(of: visitor) })
        #expect(await isUnavailable { try await store.add(.example(2), for: visitor) })
        #expect(await isUnavailable { try await store.remove(1, for: visitor) })
        #expect(await isUnavailable { try await store.forget(visitor) })
        try FileManager.default.moveItem(atPath: folder.path + "/away", toPath: folder.path + "/data")
        #expect(try await store.favourites(of: visitor) == [.example(1)])
        try await store.add(.example(2), for: visitor)
        #expect(try await store.favourites(of: visitor).count == 2)
    }
}
