import FoundationEssentials
import Glibc
import Heroes
import Synchronization
import Support
import Testing

@testable import Storage

/// A kind of damage of a file.
struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable ([UInt8]) -> [UInt8]

    static let all = [
        Damage(testDescription: "empty") { _ in [] },
        Damage(testDescription: "garbage") { _ in Array("\u{0}\u{1}garbage".utf8) },
        Damage(testDescription: "zeros") { $0.map { _ in 0 } },
        Damage(testDescription: "blank lines") { _ in Array("\n\n\n".utf8) },
        Damage(testDescription: "truncated in the header") { Array($0.prefix(10)) },
        Damage(testDescription: "truncated after the header") { Array($0.prefix { $0 != 10 }) + [10] },
        Damage(testDescription: "truncated by a byte") { Array($0.dropLast()) },
        Damage(testDescription: "a bit flipped at the end") {
            Array($0.dropLast(3)) + [$0[$0.count - 3] ^ 1] + $0.suffix(2)
        },
        Damage(testDescription: "longer by a line") { $0 + Array("{}\n".utf8) },
        Damage(testDescription: "twice") { $0 + $0 },
        Damage(testDescription: "too long") { $0 + Array(repeating: 10, count: FavouritesFormat.sizeLimit) },
        Damage(testDescription: "header of another kind") { Array("[1]".utf8) + $0.drop { $0 != 10 } },
    ]
}

@Suite struct DamageTests {
    private let visitor = Visitor.numbered(1)
    private var file: VisitorFiles { VisitorFiles(visitor) }
    private var current: String { "\(file.folder)/\(file.current)" }
    private var previous: String { "\(file.folder)/\(file.previous)" }

    /// Returns a folder with the number of favourites.
    private func folder(with count: Int) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, system: FileSystem())
        for id in 1...count { try await store.add(.example(id, after: Double(id)), for: visitor) }
        return folder
    }

    @Test(
        "a damaged file is set aside, and the previous one is read or changed", arguments: Damage.all, [true, false])
    func damaged(damage: Damage, isReadFirst: Bool) async throws {
        let folder = try await folder(with: 3)
        let bytes = damage.apply(try folder.read(current))
        try folder.write(bytes, to: current)
        let log = Log()
        let store = try FileStore(folder: folder.path, log: log.add)
        if isReadFirst { #expect(try await store.favourites(of: visitor).list.map(\.id) == [2, 1]) }
        try await store.add(.example(9, after: 9), for: visitor)
        #expect(try await folder.heroesInCopy(of: visitor) == [9, 2, 1])
        #expect(try folder.read(current + ".damaged") == bytes)
        #expect(try folder.files() == [current, current + ".damaged", previous].sorted())
        #expect(log.lines.map { $0.contains(file.current) } == [true])
    }

    @Test("a folder or a link instead of the file is set aside", arguments: [true, false])
    func obstacle(isFolder: Bool) async throws {
        let folder = try await folder(with: 3)
        let path = "\(folder.path)/\(current)"
        unlink(path)
        try #require((isFolder ? mkdir(path, 0o700) : symlink("/nowhere", path)) == 0)
        let log = Log()
        let store = try FileStore(folder: folder.path, log: log.add, system: FileSystem())
        try await store.add(.example(9, after: 9), for: visitor)
        #expect(try await store.favourites(of: visitor).list.map(\.id) == [9, 2, 1])
        #expect(log.lines.map { $0.contains("set aside") } == [true])
    }

    @Test(
        "without a valid copy the list is an error, not empty, until it is restored or deleted", arguments: [1, 2],
        [false, true])
    func noValidCopy(copies: Int, isReadFirst: Bool) async throws {
        let folder = try await folder(with: copies)
        let valid = try folder.read(current)
        let names = [current, previous].prefix(copies)
        for name in names { try folder.write("damaged".utf8, to: name) }
        let log = Log()
        let store = try FileStore(folder: folder.path, log: log.add)
        for _ in 0..<(isReadFirst ? 2 : 0) {
            let error = await #expect(throws: FavouritesError.self) { try await store.favourites(of: visitor) }
            #expect("\(error as Any)".contains("cannot read \(store.folder)/\(current): all copies are damaged"))
        }
        for change in [FavouritesChange.add([.example(5)], onlyExisting: false), .add([], onlyExisting: true)] {
            await #expect(throws: FavouritesError.self) { try await store.apply(change, for: visitor) }
        }
        #expect(try folder.files() == names.map { $0 + ".damaged" }.sorted())
        #expect(log.lines.count == copies)
        if isReadFirst {
            try folder.write(valid, to: current)
            #expect(try await store.favourites(of: visitor).list.count == copies)
        } else {
            try await store.forget(visitor)
            #expect(try folder.files() == [])
            try await store.add(.example(5), for: visitor)
            #expect(try await store.favourites(of: visitor).list == [.example(5)])
        }
    }

    @Test("a damaged previous file is ignored if the current one is valid")
    func damagedPrevious() async throws {
        let folder = try await folder(with: 3)
        try folder.write("two".utf8, to: previous)
        let store = try FileStore(folder: folder.path)
        #expect(try await store.favourites(of: visitor).list.map(\.id) == [3, 2, 1])
        try await store.remove(1, for: visitor)
        #expect(try await store.favourites(of: visitor).list.map(\.id) == [3, 2])
    }

    @Test("a file of a later version is not changed")
    func laterVersion() async throws {
        let folder = try await folder(with: 2)
        let bytes = Array(#"{"checksum":"?","count":1,"version":2}"#.utf8) + [10] + Array("new\n".utf8)
        try folder.write(bytes, to: current)
        let store = try FileStore(folder: folder.path)
        await #expect(throws: FavouritesError.self) { try await store.favourites(of: visitor).list }
        await #expect(throws: FavouritesError.self) { try await store.add(.example(9), for: visitor) }
        #expect(try folder.read(current) == bytes)
    }

    @Test("if a damaged file cannot be set aside, the previous one is read and never overwritten")
    func cannotBeSetAside() async throws {
        let folder = try await folder(with: 3)
        try folder.write("one".utf8, to: current)
        let (log, recorder) = (Log(), FaultRecorder())
        let store = try FileStore(folder: folder.path, log: log.add, system: recorder.system)
        recorder.start { _, call in call.hasPrefix("rename") ? EROFS : nil }
        #expect(try await store.favourites(of: visitor).list.map(\.id) == [2, 1])
        #expect(log.lines.map { $0.contains("cannot be set aside") } == [true])
        await #expect(throws: FavouritesError.self) { try await store.add(.example(9, after: 9), for: visitor) }
        #expect(try await store.favourites(of: visitor).list.map(\.id) == [2, 1])
        _ = recorder.stop()
        try await store.add(.example(9, after: 9), for: visitor)
        #expect(try await folder.heroesInCopy(of: visitor) == [9, 2, 1])
    }
}
