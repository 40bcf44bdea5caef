import FoundationEssentials
import GRDB
import Support
import Testing

@testable import Gateway

@Suite("An import is atomic")
struct ImportTransactionTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/archive.sqlite"
    }

    private func file(_ count: Int) throws -> String {
        let file = folder.path + "/many.jsonl"
        let text = (1...count).map { RecordedJSON.character($0, "Hero \($0)") }.joined(separator: "\n")
        try Data(text.utf8).write(to: URL(filePath: file))
        return file
    }

    private func total(_ archive: Archive) async throws -> Int {
        try #require(try await archive.list(ListQuery(kind: .characters))).total
    }

    @Test("a full disk is an error and leaves the archive unchanged")
    func full() async throws {
        let archive = try Archive(path: path)
        try await archive.database.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 20)")
        }
        let file = try file(600)
        #expect(throws: ArchiveError.unavailable(path: path, reason: "the disk is full")) {
            _ = try archive.importRecords(of: [file])
        }
        #expect(try await total(archive) == 0)
    }

    @Test("the result is durable and in one file")
    func durable() async throws {
        let archive = try Archive(path: path)
        _ = try archive.importRecords(of: [try file(10)])
        try archive.close()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                "archive.sqlite", "many.jsonl",
            ])
        let reopened = try Archive.existing(path: path)
        #expect(try await total(reopened) == 10)
        #expect(try await reopened.object(.characters, 10)?.isFromMarvel == true)
    }
}
