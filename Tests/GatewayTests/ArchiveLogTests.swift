import GRDB
import Support
import Testing

@testable import Gateway

@Suite("An archive's log")
struct ArchiveLogTests {
    @Test("that cannot be emptied now is no failure of what is committed, and writers are waited for as before")
    func leftAlone() async throws {
        let folder = try TemporaryFolder()
        let archive = try Archive(path: folder.path + "/archive")
        @Sendable func patience(_ db: Database) throws -> Int? { try Int.fetchOne(db, sql: "PRAGMA busy_timeout") }
        let (before, after) = try await archive.database.write { db in
            let before = try patience(db)
            // In the middle of a transaction SQLite empties no log.
            #expect(throws: DatabaseError.self) { try db.checkpoint(.truncate) }
            try Archive.emptyLog(db)
            return (before, try patience(db))
        }
        #expect(before == after && before != 0)
    }
}
