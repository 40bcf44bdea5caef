import GRDB

extension Import {
    /// Why the database that is read fails; another's failure is the archive's own.
    private struct Unreadable: Error {
        let reason: String
    }

    /// Puts in the records of an SQLite database, in which some clients keep the answers they got: every text of every
    /// table is looked into.
    mutating func readDatabase(_ path: String) throws {
        guard path != "-" else { return refuse("it is an SQLite database; name its file") }
        do {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try Self.reading { try DatabaseQueue(path: path, configuration: configuration) }
            try queue.inDatabase { db in
                let id = try Self.reading { try Int.fetchOne(db, sql: "PRAGMA application_id") }
                guard id != Archive.applicationID else { return refuse("it is an archive; serve it with --archive") }
                try searchTables(of: db)
                if index == 0 { skip("it is an SQLite database without answers of the API") }
            }
        } catch let error as Unreadable {
            refuse("it cannot be read: \(error.reason)")
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
                    try search(text: text, texts: 1)
                }
            }
        }
    }

    private static func reading<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as DatabaseError {
            throw Unreadable(reason: error.message ?? "\(error.resultCode)")
        }
    }
}
