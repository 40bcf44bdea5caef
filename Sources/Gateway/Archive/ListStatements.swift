import GRDB

/// The SQL of a list query: one statement for the number of its objects, one for the ids of its page.
struct ListStatements {
    private let query: ListQuery
    private let table: String
    private var conditions: [String] = []
    private var arguments: [DatabaseValue] = []

    init(_ query: ListQuery) {
        self.query = query
        table = query.kind.rawValue
        for group in query.groups {
            let subjects = group.map { _ in "?" }.joined(separator: ",")
            conditions.append(
                "id IN (SELECT object FROM relation WHERE subject IN (\(subjects)) AND kind = \(query.kind.code))")
            arguments += group.map { $0.kind.key($0.id).databaseValue }
        }
        for condition in query.conditions { conditions.append(sql(condition)) }
    }

    func total(_ db: Database) throws -> Int {
        if query.isUnfiltered {
            // Ranks have an index, and no gaps.
            return try Int.fetchOne(db.cachedStatement(sql: "SELECT max(rank) + 1 FROM \(table)")) ?? 0
        }
        let sql =
            isRelation ? "SELECT count(*) FROM relation \(relationFilter)" : "SELECT count(*) FROM \(table) \(filter)"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments)) ?? 0
    }

    /// Returns the ids of the page. All relations of an object are stored in the default order.
    func page(_ db: Database) throws -> [Int] {
        let (keys, reversesTies) = query.sorting
        let order = (keys.map { $0.column + ($0.descending ? " DESC" : "") } + ["rank" + (reversesTies ? " DESC" : "")])
            .joined(separator: ", ")
        let source =
            isRelation && keys.isEmpty
            ? "SELECT object FROM relation \(relationFilter)" : "SELECT id FROM \(table) \(filter)"
        let statement = try db.cachedStatement(sql: "\(source) ORDER BY \(order) LIMIT ? OFFSET ?")
        let page = [query.limit.databaseValue, query.offset.databaseValue]
        return try Int.fetchAll(statement, arguments: StatementArguments(arguments + page))
    }

    /// True if the list has all objects related to one object.
    private var isRelation: Bool {
        query.conditions.isEmpty && query.groups.count == 1 && query.groups[0].count == 1
    }

    private var relationFilter: String { "WHERE subject = ? AND kind = \(query.kind.code)" }

    private var filter: String { conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ") }

    /// Returns the SQL of a condition and adds its arguments.
    private mutating func sql(_ condition: ListQuery.Condition) -> String {
        var parts = condition.columns.map { test(condition.test, $0) }
        if !condition.alternative.isEmpty {
            var all: [String] = []
            for other in condition.alternative { all.append(sql(other)) }
            parts.append("(" + all.joined(separator: " AND ") + ")")
        }
        return "(" + parts.joined(separator: " OR ") + ")"
    }

    private mutating func test(_ test: ListQuery.Test, _ column: String) -> String {
        switch test {
        case .between(let low, nil):
            arguments.append(low)
            return "\(column) >= ?"
        case .between(let low, let high?):
            arguments += [low, high]
            return "\(column) BETWEEN ? AND ?"
        case .padded(let text):
            let trimmed = String(text.reversed().drop { $0 == " " }.reversed()).databaseValue
            arguments += [trimmed, trimmed, trimmed]
            // "!" is the character after the space.
            return "(\(column) BETWEEN ? AND ? || '!' AND rtrim(\(column), ' ') = ?)"
        case .anyBit(let bits):
            arguments.append(bits.databaseValue)
            return "\(column) & ? <> 0"
        }
    }
}
