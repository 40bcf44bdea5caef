import GRDB

/// The distinct values of a column, numbered in their order.
struct CodeBook {
    private let db: Database
    /// That of the kind, a dot and that of the column.
    private let name: String

    init(_ db: Database, _ name: String) {
        self.db = db
        self.name = name
    }

    /// The codes of the values that pass a test.
    func codes(_ test: ListQuery.Test) throws -> [ClosedRange<Int>] {
        switch test {
        case .between(let low, let high):
            let first = try code("value >= ? ORDER BY value", low)
            let last = if let high { try code("value <= ? ORDER BY value DESC", high) } else { try highest() }
            guard let first, let last, first <= last else { return [] }
            return [first...last]
        case .sharing(let bits):
            let sql = "SELECT code FROM value WHERE name = ? AND value & ? <> 0"
            return try Int.fetchAll(db.cachedStatement(sql: sql), arguments: [name, bits]).map { $0...$0 }
        }
    }

    private func code(_ condition: String, _ bound: DatabaseValue) throws -> Int? {
        let sql = "SELECT code FROM value WHERE name = ? AND \(condition) LIMIT 1"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [name, bound])
    }

    private func highest() throws -> Int? {
        let sql = "SELECT code FROM value WHERE name = ? ORDER BY value DESC LIMIT 1"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [name])
    }
}
