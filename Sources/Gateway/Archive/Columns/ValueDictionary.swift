import GRDB

/// The distinct values of a column with their codes.
struct ValueDictionary {
    private let db: Database
    /// The kind's name, a dot and the column's name.
    private let name: String

    init(_ db: Database, _ name: String) {
        self.db = db
        self.name = name
    }

    /// Returns the codes of the values that pass a test.
    func codes(_ test: ListQuery.Test) throws -> [ClosedRange<Int>] {
        switch test {
        case .between(let low, let high):
            let first = try code("value >= ? ORDER BY value", low)
            let last = try code("value \(high == nil ? ">=" : "<=") ? ORDER BY value DESC", high ?? low)
            guard let first, let last, first <= last else { return [] }
            return [first...last]
        case .padded(let text):
            let trimmed = String(text.reversed().drop { $0 == " " }.reversed())
            // "!" is the character after the space.
            let condition = "value BETWEEN ? AND ? || '!' AND rtrim(value, ' ') = ?"
            return try codes(where: condition, [name, trimmed, trimmed, trimmed])
        case .anyBit(let bits): return try codes(where: "value & ? <> 0", [name, bits])
        }
    }

    private func codes(where condition: String, _ arguments: StatementArguments) throws -> [ClosedRange<Int>] {
        let sql = "SELECT code FROM value WHERE name = ? AND \(condition)"
        return try Int.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { $0...$0 }
    }

    private func code(_ condition: String, _ bound: DatabaseValue) throws -> Int? {
        let sql = "SELECT code FROM value WHERE name = ? AND \(condition) LIMIT 1"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [name, bound])
    }
}
