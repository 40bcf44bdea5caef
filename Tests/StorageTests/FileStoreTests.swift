import FoundationEssentials
import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

@Suite struct FileStoreTests {
    private let visitor = Visitor.numbered(1)

    @Test("a file is named by the SHA-256 of the token, two folders deep, with access for its owner only")
    func names() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path + "/a/b")
        let visitor = try #require(Visitor(token: "0123456789abcdef0123456789abcdef"))
        for id in 1...2 { try await store.add(.example(id), for: visitor) }
        // From sha256sum.
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

    @Test("files with the longer names of an earlier version are deleted with the others")
    func longNames() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, system: FileSystem())
        try await store.add(.example(1), for: visitor)
        let file = VisitorFiles(visitor)
        for name in [".previous.jsonl", ".spare"] { try folder.write([], to: "\(file.folder)/\(file.hash)\(name)") }
        #expect(try await store.favourites(of: visitor).list.map(\.id) == [1])
        try await store.forget(visitor)
        #expect(try folder.files() == [])
    }

    @Test("one previous generation is stored, whatever the number of changes, and a backup of hard links is unchanged")
    func previous() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path)
        try await store.add(.example(1, after: 1), for: visitor)
        let name = folder.path + "/" + (try folder.files()[0])
        let bytes = try folder.read(try folder.files()[0])
        try #require(link(name, folder.path + "/backup") == 0)
        for id in 2...5 { try await store.add(.example(id, after: Double(id)), for: visitor) }
        #expect(try folder.read("backup") == bytes)
        unlink(folder.path + "/backup")
        let file = VisitorFiles(visitor)
        #expect(try folder.files() == [file.current, file.previous].map { "\(file.folder)/\($0)" }.sorted())
        guard case .list(let list) = FavouritesFormat.decode(try folder.read("\(file.folder)/\(file.previous)")) else {
            Issue.record("the previous generation cannot be read")
            return
        }
        #expect(list.favourites.map(\.id) == [4, 3, 2, 1])
        #expect(try await folder.heroesInCopy(of: visitor) == [5, 4, 3, 2, 1], "after a restart")
    }

    @Test("a store in memory is bounded by evicting the least recently used visitors")
    func boundedMemory() async throws {
        let store = MemoryStore(limit: 3, capacity: 10)
        for number in 1...5 { try await store.add(.example(number), for: .numbered(UInt64(number))) }
        #expect(store.cachedFavourites(of: .numbered(1))?.list == [.example(1)])
        for number in 6...7 { try await store.add(.example(number), for: .numbered(UInt64(number))) }
        var known: [Int] = []
        for number in 1...7 where try await !store.favourites(of: .numbered(UInt64(number))).list.isEmpty {
            known.append(number)
        }
        #expect(known == [1, 4, 5, 6, 7])
    }

    @Test("memory is bounded, and evicted lists are read again")
    func boundedCache() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, cachedFavourites: 10)
        for number in 1...8 { try await store.add(.example(number), for: .numbered(UInt64(number))) }
        for number in 1...8 {
            #expect(try await store.favourites(of: .numbered(UInt64(number))).list == [.example(number)])
        }
        #expect((1...8).count { store.cachedFavourites(of: .numbered(UInt64($0))) != nil } == 5)
    }

    @Test("favourites over the file size limit are rejected")
    func tooLong() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path)
        try await store.add(.example(1), for: visitor)
        let name = String(repeating: "x", count: FavouritesFormat.sizeLimit)
        await #expect(throws: FavouritesError.self) {
            try await store.add(Favourite(id: 2, name: name, thumbnail: nil, added: Date()), for: visitor)
        }
        #expect(try await store.favourites(of: visitor).list == [.example(1)])
    }

    private func permissions(_ path: String) throws -> UInt32 {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o777
    }
}
