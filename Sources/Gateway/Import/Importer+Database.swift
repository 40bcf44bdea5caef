import GRDB

extension Importer {
    /// An error of the imported database, as opposed to one of the archive.
    private struct DatabaseUnreadable: Error {
        let reason: String
    }

    /// Imports the records of an SQLite database, such as a client's response cache: searches every column of every
    /// table.
    mutating func readDatabase(_ path: String) throws {
        guard path != "-" else {
            return rejectFile("it is an SQLite database, which cannot be read from standard input; name its file")
        }
        do {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try Self.reading { try DatabaseQueue(path: path, configuration: configuration) }
            try queue.inDatabase { db in
                let id = try Self.reading { try Int.fetchOne(db, sql: "PRAGMA application_id") }
                guard id != Archive.applicationID else {
                    return rejectFile("it is already an archive; serve it with --archive")
                }
                try searchTables(of: db)
                if index == 0 { skip("it is an SQLite database without API responses") }
            }
        } catch let error as DatabaseUnreadable {
            rejectFile("it cannot be read: \(error.reason)")
        }
    }

    private mutating func searchTables(of db: Database) throws {
        let tables = try Self.reading {
            try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0")
        }
        for table in tables {
            let rows = try Self.reading { try RawStatement(db, "SELECT * FROM \(table.quotedDatabaseIdentifier)") }
            while try Self.reading({ try rows.next() }) {
                for column in 0..<rows.columnCount {
                    let text = Array(rows.bytes(column))
                    bytes += text.count
                    try search(text: text, textDepth: 1)
                }
            }
        }
    }

    private static func reading<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as DatabaseError {
            throw DatabaseUnreadable(reason: error.message ?? "\(error.resultCode)")
        }
    }
}
