import FoundationEssentials
import GRDB
import Support
import Testing

@testable import Gateway

@Suite("An archive's file")
struct ArchiveFileTests {
    @Test("keeps what was put in")
    func kept() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/archive.sqlite"
        let first = try Archive(path: path)
        try first.add([Entry(kind: .events, id: 5, fields: ["title": .string("Kept")])], marvel: true)
        try first.database.close()
        let found = try #require(try await Archive(path: path).object(.events, 5))
        #expect(String(decoding: found.results, as: UTF8.self).contains(#""title":"Kept""#))
        #expect(found.isMarvels)
    }

    @Test("has its indexes whatever was added, and whether it is new or not")
    func indexes() async throws {
        func indexes(_ archive: Archive) async throws -> Set<String> {
            try await archive.database.read { db in
                try String.fetchSet(db, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
            }
        }
        let archive = try Archive()
        let expected = try await indexes(archive)
        #expect(expected.count > 30)
        for id in 1...2 {
            try archive.add([Entry(kind: .events, id: id, fields: [:])], marvel: false)
            #expect(try await indexes(archive) == expected)
        }
    }

    @Test("an addition that fails leaves it as it was")
    func failed() async throws {
        let archive = try Archive()
        try archive.add([Entry(kind: .events, id: 5, fields: ["title": .string("Kept")])], marvel: false)
        try await archive.database.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER full BEFORE INSERT ON body WHEN new.key = \(Kind.series.key(9))
                    BEGIN SELECT raise(ABORT, 'full'); END
                    """)
        }
        let entries = [
            Entry(kind: .events, id: 6, fields: [:]), Entry(kind: .series, id: 9, fields: [:]),
        ]
        #expect(throws: DatabaseError.self) { try archive.add(entries, marvel: true) }
        let found = try #require(try await archive.list(ListQuery(kind: .events)))
        #expect(found.total == 1)
        #expect(!found.isMarvels)
    }

    @Test("that is something else is refused and left alone")
    func foreign() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/other.sqlite"
        let other = try DatabaseQueue(path: path)
        try other.write { db in try db.execute(sql: "CREATE TABLE t(x)") }
        try other.close()
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: ArchiveError.foreign(path: path)) { try Archive(path: path) }
        try DatabaseQueue(path: path).write { db in try db.execute(sql: "PRAGMA user_version = 1") }
        #expect(throws: ArchiveError.foreign(path: path)) { try Archive(path: path) }
        try before.write(to: URL(filePath: path))
        #expect(throws: ArchiveError.foreign(path: path)) { try Archive.existing(path: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        let text = folder.path + "/text"
        try Data("no database at all, but some text that is long enough".utf8).write(to: URL(filePath: text))
        #expect(throws: ArchiveError.foreign(path: text)) { try Archive(path: text) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["other.sqlite", "text"])
    }

    @Test("of a later version is named as such")
    func newer() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/archive.sqlite"
        try Archive(path: path).close()
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in try db.execute(sql: "PRAGMA user_version = 99") }
        try queue.close()
        #expect(throws: ArchiveError.newer(path: path, version: 99)) { try Archive(path: path) }
    }

    @Test("that is not there, empty, in no folder, or no file is told by a sentence")
    func unusable() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/archive.sqlite"
        #expect(throws: ArchiveError.missing(path: path)) { try Archive.existing(path: path) }
        try Data().write(to: URL(filePath: path))
        #expect(throws: ArchiveError.empty(path: path)) { try Archive.existing(path: path) }
        try Archive(path: path).close()
        #expect(throws: Never.self) { try Archive.existing(path: path).close() }
        for place in ["/no/such/folder/a.sqlite", folder.path, "/dev/null", "/proc/version"] {
            do {
                try Archive(path: place).close()
                Issue.record("\(place) was taken")
            } catch let error as ArchiveError {
                #expect(error.description.contains("“\(place)”") && error.description.hasSuffix("."))
                #expect(!error.description.contains("SQLite error"))
            }
        }
    }

    @Test("that is damaged is told by a sentence")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/archive.sqlite"
        try Archive(path: path).close()
        var bytes = try Data(contentsOf: URL(filePath: path))
        for index in 100..<min(bytes.count, 4096) { bytes[index] = 0xA5 }
        try bytes.write(to: URL(filePath: path))
        do {
            _ = try Archive(path: path)
            Issue.record("it was taken")
        } catch let error as ArchiveError { #expect(error.description.contains("damaged")) }
    }

    @Test("is read whole while something is added")
    func concurrent() async throws {
        let folder = try TemporaryFolder()
        let archive = try Archive(path: folder.path + "/archive.sqlite")
        let gateway = Gateway(archive: archive, configuration: Served.open)
        let served = Served(gateway: gateway)
        try archive.add((1...30).map { Entry(kind: .events, id: $0, fields: [:]) }, marvel: false)
        try await withThrowingTaskGroup { group in
            for _ in 0..<40 {
                group.addTask {
                    let data = try await served.data("events?limit=100")
                    let total = try #require(data["total"]?.int)
                    #expect(total == 30 || total == 60)
                    #expect(data["results"]?.elements.count == total)
                }
            }
            try archive.add((31...60).map { Entry(kind: .events, id: $0, fields: [:]) }, marvel: false)
            try await group.waitForAll()
        }
        #expect(try await served.data("events")["total"]?.int == 60)
    }
}
