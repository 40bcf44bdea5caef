import FoundationEssentials
import GRDB
import Support
import Testing

@testable import Gateway

@Suite("An archive's file")
struct ArchiveFileTests {
    @Test("takes over the write-ahead log of a killed process")
    func writeAheadLog() async throws {
        let folder = try TemporaryFolder()
        let archive = try Archive(path: folder.path + "/running")
        try await archive.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
        try archive.add((1...300).map { ArchiveEntry(kind: .events, id: $0, fields: [:]) }, marvel: false)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: folder.path + "/running" + suffix, toPath: folder.path + "/copy" + suffix)
        }
        func size() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.path + "/copy-wal")[.size] as? Int
        }
        #expect(try size() ?? 0 > 100_000)
        let reopened = try Archive.existing(path: folder.path + "/copy")
        #expect(try size() == 0)
        #expect(try await reopened.list(ListQuery(kind: .events))?.total == 300)
    }

    @Test("is read without a file beside it, and with its log if there is one")
    func readOnly() throws {
        let folder = try TemporaryFolder()
        let archive = try Archive(path: folder.path + "/a #?%.sqlite")
        try archive.database.write { try $0.execute(sql: "UPDATE origin SET marvel = 1") }
        func isFromMarvel() throws -> Bool {
            let database = try ArchiveFile(path: archive.path).openReadOnly(Configuration())
            defer { #expect(throws: Never.self) { try database.close() } }
            return try database.read(Archive.isFromMarvel)
        }
        #expect(try isFromMarvel())
        try archive.close()
        #expect(try isFromMarvel())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a #?%.sqlite"])
    }

    @Test("opens without waiting while another process writes, and then sees the commit")
    func openedDuringWrite() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/archive.sqlite"
        let writer = try Archive(path: path)
        try await writer.database.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                try db.execute(sql: "UPDATE origin SET marvel = 1")
                let reader = try Archive.existing(path: path)
                #expect(try reader.database.read(Archive.isFromMarvel) == false)
                try reader.close()
                return .commit
            }
        }
        #expect(try await Archive.existing(path: path).database.read(Archive.isFromMarvel))
    }

    @Test("is the same whether objects are added together or one by one")
    func incremental() async throws {
        let entries = try Catalogue.load(folder: "\(Fixture.folder)/gateway/catalogue").entries
        let filler = (1...400).map { number in
            ArchiveEntry(
                kind: .stories, id: 90_000 + number, fields: ["title": .string("Filler \(number)")],
                links: [ArchiveEntry.Link(kind: .series, id: 100)])
        }
        let renamed = ArchiveEntry(kind: .characters, id: 1, fields: ["name": .string("Aaron the Renamed")])
        let together = try Archive()
        try together.add(filler + entries + [renamed], marvel: false)
        let incremental = try Archive()
        try incremental.add(filler, marvel: false)
        for entry in entries + [renamed] { try incremental.add([entry], marvel: false) }
        for sql in [
            "SELECT key, json FROM body ORDER BY key", "SELECT * FROM relation ORDER BY 1, 2",
            "SELECT id, rank, titleRank FROM comics ORDER BY 1",
        ] {
            func rows(_ archive: Archive) async throws -> [[DatabaseValue]] {
                try await archive.database.read { try Row.fetchAll($0, sql: sql).map { Array($0.databaseValues) } }
            }
            let expected = try await rows(together)
            #expect(try await rows(incremental) == expected, "\(sql)")
            #expect(!expected.isEmpty)
        }
    }

    @Test("that is not an archive is refused and not changed")
    func foreign() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/other.sqlite"
        let other = try DatabaseQueue(path: path)
        try other.write { db in try db.execute(sql: "CREATE TABLE t(x)") }
        try other.close()
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: ArchiveError.notAnArchive(path: path)) { try Archive.existing(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        let text = folder.path + "/text"
        try Data("no database at all, but some text that is long enough".utf8).write(to: URL(filePath: text))
        #expect(throws: ArchiveError.notAnArchive(path: text)) { try Archive(path: text) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["other.sqlite", "text"])
    }

    @Test("of a later or an early version is refused and not changed", arguments: [99, 7, 1])
    func otherVersion(_ version: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/archive.sqlite"
        try Archive(path: path).close()
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in try db.execute(sql: "PRAGMA user_version = \(version)") }
        try queue.close()
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: ArchiveError.otherVersion(path: path, version: version)) { try Archive(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("that is missing, empty, in no folder, or not a regular file is refused with a message")
    func unusable() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/archive.sqlite"
        #expect(throws: ArchiveError.missing(path: path)) { try Archive.existing(path: path) }
        try Data().write(to: URL(filePath: path))
        #expect(throws: ArchiveError.empty(path: path)) { try Archive.existing(path: path) }
        try Archive(path: path).close()
        #expect(throws: Never.self) { try Archive.existing(path: path).close() }
        for other in ["/no/such/folder/a.sqlite", folder.path, "/dev/null", "/proc/version"] {
            do {
                try Archive(path: other).close()
                Issue.record("\(other) was accepted")
            } catch let error as ArchiveError {
                #expect(error.description.contains("“\(other)”"))
                #expect(error.description.hasSuffix("."))
                #expect(!error.description.contains("SQLite error"))
            }
        }
    }

    @Test("that is damaged is refused with a message")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/archive.sqlite"
        try Archive(path: path).close()
        var bytes = try Data(contentsOf: URL(filePath: path))
        for index in 100..<min(bytes.count, 4096) { bytes[index] = 0xA5 }
        try bytes.write(to: URL(filePath: path))
        do {
            _ = try Archive(path: path)
            Issue.record("it was accepted")
        } catch let error as ArchiveError { #expect(error.description.contains("damaged")) }
    }

    @Test("on a full or failing disk has one message for all I/O errors")
    func diskErrors() {
        // On a full disk, creating the shared memory of the log (SHMSIZE) fails first.
        for code in [ResultCode.SQLITE_IOERR, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_WRITE, .SQLITE_IOERR_READ] {
            let error = ArchiveError(DatabaseError(resultCode: code, message: "disk I/O error"), path: "a.sqlite")
            #expect(
                error.description
                    == "The archive “a.sqlite” cannot be used: it cannot be read or written; the disk may be full or failing."
            )
        }
    }

    @Test("is read consistently during an addition")
    func concurrent() async throws {
        let folder = try TemporaryFolder()
        let archive = try Archive(path: folder.path + "/archive.sqlite")
        let gateway = Gateway(archive: archive, configuration: GatewayClient.openConfiguration)
        let client = GatewayClient(gateway: gateway)
        try archive.add((1...30).map { ArchiveEntry(kind: .events, id: $0, fields: [:]) }, marvel: false)
        try await withThrowingTaskGroup { group in
            for _ in 0..<40 {
                group.addTask {
                    let data = try await client.data("events?limit=100")
                    let total = try #require(data["total"]?.int)
                    #expect(total == 30 || total == 60)
                    #expect(data["results"]?.elements.count == total)
                }
            }
            try archive.add((31...60).map { ArchiveEntry(kind: .events, id: $0, fields: [:]) }, marvel: false)
            try await group.waitForAll()
        }
        #expect(try await client.data("events")["total"]?.int == 60)
    }
}
