import FoundationEssentials

/// The result of a statement.
package struct SQLResult: Equatable, Sendable {
    /// The rows of a query, or of `RETURNING`.
    package let rows: [SQLRow]
    /// The number of rows that were returned or changed.
    package let count: Int

    package init(rows: [SQLRow] = [], count: Int = 0) { (self.rows, self.count) = (rows, count) }
}

/// A row of a result. The accessors throw if the column is missing or has another type.
package struct SQLRow: Equatable, Sendable {
    package let columns: [SQLValue]

    package init(columns: [SQLValue]) { self.columns = columns }

    package func bytes(_ column: Int) throws(DatabaseError) -> [UInt8] {
        try value(column, "bytea") { if case .bytes(let value) = $0 { value } else { nil } }
    }

    package func int(_ column: Int) throws(DatabaseError) -> Int {
        try value(column, "int8") { if case .int(let value) = $0 { value } else { nil } }
    }

    package func text(_ column: Int) throws(DatabaseError) -> String {
        try value(column, "text") { if case .text(let value) = $0 { value } else { nil } }
    }

    package func bool(_ column: Int) throws(DatabaseError) -> Bool {
        try value(column, "bool") { if case .bool(let value) = $0 { value } else { nil } }
    }

    package func time(_ column: Int) throws(DatabaseError) -> Date {
        try value(column, "timestamptz") { if case .time(let value) = $0 { value } else { nil } }
    }

    /// Returns the accessor's value, or nil if the column is null: `row.optional(1, row.bytes)`.
    package func optional<Value>(
        _ column: Int, _ accessor: (Int) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value? {
        if columns.indices.contains(column), columns[column] == .null { return nil }
        return try accessor(column)
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
