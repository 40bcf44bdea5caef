import GRDB
import GRDBSQLite

/// A prepared statement whose values are bound and read one by one with SQLite's own calls.
///
/// For work on every row of an archive: GRDB's boxes around the values would take most of the time there.
struct RawStatement {
    private let db: Database
    /// Ends SQLite's statement with itself.
    private let statement: Statement
    private let handle: OpaquePointer

    init(_ db: Database, _ sql: String) throws {
        self.db = db
        statement = try db.makeStatement(sql: sql)
        handle = statement.sqliteStatement
    }

    /// Steps to the next row; returns false at the end, and then the statement can be run again.
    func next() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else { throw failure(code) }
        return false
    }

    /// Runs to the end.
    func run() throws { while try next() {} }

    private func failure(_ code: CInt) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
    }
}

extension RawStatement {
    /// Makes SQLite copy the bound bytes.
    private static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    /// Parameters are counted from 1.
    func bind(_ place: Int, _ value: Int) throws { try check(sqlite3_bind_int64(handle, CInt(place), Int64(value))) }

    func bind(_ place: Int, _ text: String) throws {
        try check(sqlite3_bind_text(handle, CInt(place), text, CInt(text.utf8.count), Self.transient))
    }

    func bind(_ place: Int, _ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return try check(sqlite3_bind_zeroblob(handle, CInt(place), 0)) }
        try check(sqlite3_bind_blob(handle, CInt(place), bytes, CInt(bytes.count), Self.transient))
    }

    func bind(_ place: Int, _ value: DatabaseValue) throws {
        switch value.storage {
        case .null: try check(sqlite3_bind_null(handle, CInt(place)))
        case .int64(let value): try bind(place, Int(value))
        case .double(let value): try check(sqlite3_bind_double(handle, CInt(place), value))
        case .string(let text): try bind(place, text)
        case .blob(let data): try bind(place, Array(data))
        }
    }

    /// Binds the value in a column of another statement's row.
    func bind(_ place: Int, column: Int, of row: RawStatement) throws {
        try check(sqlite3_bind_value(handle, CInt(place), sqlite3_column_value(row.handle, CInt(column))))
    }

    private func check(_ code: CInt) throws {
        guard code == SQLITE_OK else { throw failure(code) }
    }
}

extension RawStatement {
    var columnCount: Int { Int(sqlite3_column_count(handle)) }

    /// Columns are counted from 0.
    func int(_ column: Int) -> Int { Int(sqlite3_column_int64(handle, CInt(column))) }

    /// The bytes of a text or blob, until the next step.
    func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8> {
        let start = sqlite3_column_blob(handle, CInt(column))
        let count = Int(sqlite3_column_bytes(handle, CInt(column)))
        return UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count)
    }
}
