import FoundationEssentials
import GRDB
import Glibc
import Support
import Synchronization
import Testing

@testable import Gateway

@Suite("An open archive")
struct ArchiveWatchTests {
    private let folder: TemporaryFolder
    private let path: String

    /// Makes an archive with one event, and a new one with two.
    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/archive.sqlite"
        for (name, ids) in [("archive.sqlite", 1...1), ("new.sqlite", 1...2)] {
            let archive = try Archive(path: "\(folder.path)/\(name)")
            try archive.add(ids.map { ArchiveEntry(kind: .events, id: $0, fields: [:]) }, marvel: false)
            try archive.close()
        }
    }

    private func total(_ archive: Archive) async throws -> Int? {
        try await archive.list(ListQuery(kind: .events))?.total
    }

    /// Opens the archive as `heroes serve` does if it may write the file, or not.
    private func archive(mayWrite: Bool) throws -> Archive {
        try mayWrite ? Archive.existing(path: path) : Archive(reading: ArchiveFile(path: path))
    }

    /// Writes the bytes of a file into another one, as cp does.
    private func overwrite(_ bytes: Data) throws {
        let file = open(path, O_WRONLY | O_TRUNC)
        try #require(file >= 0)
        defer { close(file) }
        #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count)
    }

    @Test("that another file replaces is served on, and reported once", arguments: [true, false])
    func replaced(mayWrite: Bool) async throws {
        let reports = Mutex<[String]>([])
        var configuration = GatewayClient.openConfiguration
        configuration.report = { error in reports.withLock { $0.append("\(error)") } }
        let archive = try archive(mayWrite: mayWrite)
        let client = GatewayClient(gateway: Gateway(archive: archive, configuration: configuration))
        #expect(try await client.ids("events") == [1])
        #expect(archive.advice == nil)
        #expect(rename(folder.path + "/new.sqlite", path) == 0)
        for _ in 0..<3 { #expect(try await client.ids("events") == [1]) }
        #expect(reports.withLock { $0 } == ["\(ArchiveError.replaced(path: path))"])
        #expect(archive.advice == "the archive was replaced; restart the program to serve the new one")
        #expect(try await total(Archive.existing(path: path)) == 2)
    }

    @Test(
        "that is overwritten answers nothing more, from the first bytes on", arguments: [true, false],
        [100, 0, 40_000, .max])
    func overwritten(mayWrite: Bool, count: Int) async throws {
        let new = try Data(contentsOf: URL(filePath: folder.path + "/new.sqlite"))
        let archive = try archive(mayWrite: mayWrite)
        #expect(try await total(archive) == 1)
        try overwrite(new.prefix(count))
        await #expect(throws: ArchiveError.overwritten(path: path)) { try await total(archive) }
        await #expect(throws: ArchiveError.overwritten(path: path)) { try await archive.check() }
        #expect(archive.advice == "the archive was overwritten; restart the program")
        try overwrite(new)
        await #expect(throws: ArchiveError.overwritten(path: path)) { try await total(archive) }
        #expect(try await total(Archive.existing(path: path)) == 2)
    }

    @Test("shows what is imported into it, many times, and is never taken for overwritten")
    func imported() async throws {
        let archive = try archive(mayWrite: true)
        for id in 2...30 {
            let other = try Archive(path: path)
            try other.add([ArchiveEntry(kind: .events, id: id, fields: [:])], marvel: false)
            if id.isMultiple(of: 3) { #expect(try await total(archive) == id) }
            try await other.database.writeWithoutTransaction(Archive.truncateWAL)
            if id.isMultiple(of: 2) { #expect(try await total(archive) == id) }
            try other.close()
        }
        #expect(try await total(archive) == 30)
        #expect(archive.advice == nil)
    }

    @Test("that may only be read is out of date once it is imported into")
    func importedWhileReadOnly() async throws {
        let archive = try archive(mayWrite: false)
        let other = try Archive(path: path)
        try other.add([ArchiveEntry(kind: .events, id: 2, fields: [:])], marvel: false)
        try other.close()
        await #expect(throws: ArchiveError.overwritten(path: path)) { try await total(archive) }
    }
}
