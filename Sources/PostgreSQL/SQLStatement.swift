/// The result of a statement.
package struct SQLResult: Equatable, Sendable {
    /// The rows of a query, or of `RETURNING`.
    package let rows: [SQLRow]
    /// The number of rows that were returned or changed.
    package let count: Int

    package init(rows: [SQLRow] = [], count: Int = 0) { (self.rows, self.count) = (rows, count) }
}

/// A row of a result. The accessors throw if the column is missing, null or of another type.
package struct SQLRow: Equatable, Sendable {
    package let columns: [SQLValue]

    package init(columns: [SQLValue]) { self.columns = columns }

    package func bytes(_ column: Int) throws(DatabaseError) -> [UInt8] {
        try value(column, "bytea") { if case .bytes(let value) = $0 { value } else { nil } }
    }

    package func int(_ column: Int) throws(DatabaseError) -> Int {
        try value(column, "int8") { if case .int(let value) = $0 { value } else { nil } }
    }

    package func bool(_ column: Int) throws(DatabaseError) -> Bool {
        try value(column, "bool") { if case .bool(let value) = $0 { value } else { nil } }
    }

    private func value<Value>(
        _ column: Int, _ type: String, _ extract: (SQLValue) -> Value?
    ) throws(DatabaseError) -> Value {
        guard columns.indices.contains(column), let value = extract(columns[column]) else {
            throw .unavailable("column \(column) of a row with \(columns.count) is no \(type)")
        }
        return value
    }
}

/// An SQL statement.
///
/// The server infers the types of `$1` and so on; a cast (`$1::int8`) is needed if the context does not determine one.
package struct SQLStatement: Sendable {
    package let text: String
    /// True if the statement changes data, so that its outcome is unknown if the connection is lost.
    package let isWrite: Bool
    /// True if it returns once its changes are on disk and on the synchronous standby.
    var isCommitted = false

    package static func read(_ text: String) -> SQLStatement { SQLStatement(text: text, isWrite: false) }

    package static func write(_ text: String) -> SQLStatement {
        SQLStatement(text: text, isWrite: true, isCommitted: true)
    }

    /// A write of an unlogged table, or without `synchronous_commit`.
    static func asyncWrite(_ text: String) -> SQLStatement { SQLStatement(text: text, isWrite: true) }
}

/// A parameter of a statement or a column of a row: bytea, int8, text or bool.
package enum SQLValue: Equatable, Sendable {
    case null
    case bytes([UInt8])
    case int(Int)
    case text(String)
    case bool(Bool)

    /// The binary format (PostgreSQL, section 55.2); nil for null.
    var binary: [UInt8]? {
        switch self {
        case .null: nil
        case .bytes(let bytes): bytes
        case .int(let value): withUnsafeBytes(of: value.bigEndian) { Array($0) }
        case .text(let text): Array(text.utf8)
        case .bool(let value): [value ? 1 : 0]
        }
    }

    /// Returns nil for a type that is none of the above, or for a malformed value.
    init?(type: UInt32, binary: UnsafeRawBufferPointer) {
        switch (type, binary.count) {
        case (17, _): self = .bytes(Array(binary))
        case (20, 8): self = .int(Int(Int64(bigEndian: binary.loadUnaligned(as: Int64.self))))
        case (25, _): self = .text(String(decoding: binary, as: UTF8.self))
        case (16, 1): self = .bool(binary[0] != 0)
        default: return nil
        }
    }
}
