import FoundationEssentials
import GRDB
import GRDBSQLite

/// A prepared statement with values bound and read directly by SQLite's C functions.
///
/// For scans of all rows of an archive: GRDB's value wrappers would take most of the time.
struct RawStatement {
    private let db: Database
    /// The owner of `handle`, which it finalizes.
    private let statement: Statement
    private let handle: OpaquePointer

    init(_ db: Database, _ sql: String) throws {
        self.db = db
        statement = try db.makeStatement(sql: sql)
        handle = statement.sqliteStatement
    }

    /// Steps to the next row; at the end returns false and resets the statement.
    func next() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else { throw failure(code) }
        return false
    }

    /// Binds the parameters and steps to the end.
    func run(_ values: [any DatabaseValueConvertible]) throws {
        try bind(values)
        while try next() {}
    }

    private func failure(_ code: CInt) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
    }
}

extension RawStatement {
    /// SQLITE_TRANSIENT: SQLite copies the bound bytes.
    private static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    func bind(_ values: [any DatabaseValueConvertible]) throws {
        for (index, value) in zip(CInt(1)..., values) {
            switch value.databaseValue.storage {
            case .null: try check(sqlite3_bind_null(handle, index))
            case .int64(let value): try check(sqlite3_bind_int64(handle, index, value))
            case .double(let value): try check(sqlite3_bind_double(handle, index, value))
            case .string(let text):
                try check(sqlite3_bind_text(handle, index, text, CInt(text.utf8.count), Self.transient))
            case .blob(let data):
                try data.withUnsafeBytes {
                    try check(sqlite3_bind_blob(handle, index, $0.baseAddress, CInt($0.count), Self.transient))
                }
            }
        }
    }

    private func check(_ code: CInt) throws {
        guard code == SQLITE_OK else { throw failure(code) }
    }
}

extension RawStatement {
    /// Returns a column's value; columns are numbered from 0.
    func int(_ column: Int) -> Int { Int(sqlite3_column_int64(handle, CInt(column))) }

    func key(_ column: Int) -> ObjectKey { ObjectKey(rawValue: int(column)) }

    /// Returns the bytes of a text or blob, valid until the next step.
    func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8> {
        let start = sqlite3_column_blob(handle, CInt(column))
        let count = Int(sqlite3_column_bytes(handle, CInt(column)))
        return UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count)
    }
}
