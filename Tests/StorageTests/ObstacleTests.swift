import FoundationEssentials
import Glibc
import Heroes
import Support
import Testing

@testable import Storage

/// What may lie where a visitor's file should.
enum Obstacle: CaseIterable, Sendable {
    case folder, fullFolder, link, danglingLink, pipe, socket

    /// All but folders, which cannot be removed as files are.
    static let files = [link, danglingLink, pipe, socket]

    func put(at path: String) throws {
        switch self {
        case .folder: try #require(mkdir(path, 0o700) == 0)
        case .fullFolder:
            try FileManager.default.createDirectory(atPath: path + "/within", withIntermediateDirectories: true)
        case .link:
            try Data("not the visitor's".utf8).write(to: URL(filePath: path + ".elsewhere"))
            try #require(symlink(path + ".elsewhere", path) == 0)
        case .danglingLink: try #require(symlink("/nowhere", path) == 0)
        case .pipe: try #require(mkfifo(path, 0o600) == 0)
        case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
        }
    }
}

/// Things in the place of a visitor's files, which nobody has to clear away before the visitor goes on.
@Suite struct ObstacleTests {
    private let visitor = Visitor.numbered(1)
    private var file: VisitorFiles { VisitorFiles(visitor) }

    /// A folder with the visitor's favourites 1 to 3 in it, 1 and 2 in the previous file.
    private func folder() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, system: FileSystem())
        for id in 1...3 { try await store.add(.example(id, after: Double(id)), for: visitor) }
        return folder
    }

    private func path(_ name: String, in folder: TemporaryFolder) -> String {
        "\(folder.path)/\(file.folder)/\(name)"
    }

    private func replace(_ name: String, with obstacle: Obstacle, in folder: TemporaryFolder) throws {
        unlink(path(name, in: folder))
        try obstacle.put(at: path(name, in: folder))
    }

    private func isThere(_ name: String, in folder: TemporaryFolder) -> Bool {
        var status = stat()
        return lstat(path(name, in: folder), &status) == 0
    }

    @Test("what lies in the file's place is set aside, and the last good copy used", arguments: Obstacle.allCases)
    func current(obstacle: Obstacle) async throws {
        let folder = try await folder()
        try replace(file.current, with: obstacle, in: folder)
        let log = Log()
        let store = try FileStore(folder: folder.path, log: log.add, system: FileSystem())
        #expect(try await store.favourites(of: visitor).map(\.id) == [2, 1])
        #expect(log.lines.count == 1 && log.lines[0].contains(file.current))
        #expect(isThere(file.current + ".damaged", in: folder))
        try await store.add(.example(9, after: 9), for: visitor)
        try await store.remove(1, for: visitor)
        #expect(try await store.favourites(of: visitor).map(\.id) == [9, 2])
        #expect(log.lines.count == 1)
    }

    @Test("nothing in the previous file's place hinders a change", arguments: Obstacle.files)
    func previous(obstacle: Obstacle) async throws {
        let folder = try await folder()
        try replace(file.previous, with: obstacle, in: folder)
        let store = try FileStore(folder: folder.path, system: FileSystem())
        try await store.add(.example(9, after: 9), for: visitor)
        #expect(try await store.favourites(of: visitor).map(\.id) == [9, 3, 2, 1])
        guard case .list(let list) = FavouritesFormat.decode(try folder.read("\(file.folder)/\(file.previous)")) else {
            Issue.record("the previous generation cannot be read")
            return
        }
        #expect(list.favourites.map(\.id) == [3, 2, 1])
    }

    @Test("nothing in the place of what is being written hinders a change", arguments: Obstacle.files)
    func new(obstacle: Obstacle) async throws {
        let folder = try await folder()
        try replace(file.spare, with: obstacle, in: folder)
        let store = try FileStore(folder: folder.path, system: FileSystem())
        for id in 8...9 { try await store.add(.example(id, after: Double(id)), for: visitor) }
        #expect(try await store.favourites(of: visitor).map(\.id) == [9, 8, 3, 2, 1])
    }

    @Test("a visitor can be forgotten whatever lies there", arguments: Obstacle.files)
    func forget(obstacle: Obstacle) async throws {
        let folder = try await folder()
        for name in [file.current, file.previous, file.spare] { try replace(name, with: obstacle, in: folder) }
        try folder.write("garbage".utf8, to: "\(file.folder)/\(file.current).damaged")
        let store = try FileStore(folder: folder.path, system: FileSystem())
        try await store.forget(visitor)
        #expect(try await !store.add([], forKnown: visitor))
        #expect(!isThere(file.current, in: folder) && !isThere(file.previous, in: folder))
        try await store.add(.example(1), for: visitor)
        try await store.forget(visitor)
        #expect(try await !store.add([], forKnown: visitor))
    }
}
