import GRDB

/// The SQL for a list: one statement that counts, one that finds the ids of a page.
struct Selection {
    let count: String
    let page: String
    let arguments: StatementArguments
    /// The arguments that only the page takes, after the others.
    let window: StatementArguments

    init(_ query: ListQuery) {
        if query.conditions.isEmpty, query.isInDefaultOrder {
            self = query.owner.map { Selection(query, ofOwner: $0) } ?? Selection(ofAll: query)
        } else {
            self.init(filtered: query)
        }
    }

    /// All objects in their default order: ranks are counted without gaps, so the page is a range of them.
    private init(ofAll query: ListQuery) {
        let table = query.kind.rawValue
        count = Self.countAll(table)
        page = "SELECT id FROM \(table) WHERE rank >= ? ORDER BY rank LIMIT ?"
        arguments = []
        window = [query.offset, query.limit]
    }

    private init(_ query: ListQuery, ofOwner owner: ListQuery.Owner) {
        let relations = "FROM relation WHERE subject = ? AND kind = ?"
        count = "SELECT count(*) \(relations)"
        page = "SELECT object \(relations) ORDER BY rank LIMIT ? OFFSET ?"
        arguments = [owner.kind.key(owner.id), query.kind.code]
        window = [query.limit, query.offset]
    }

    private init(filtered query: ListQuery) {
        let table = query.kind.rawValue
        var conditions = query.conditions
        if let owner = query.owner { conditions.append(.related(query.kind, to: owner.kind, [owner.id])) }
        let clause = conditions.isEmpty ? "" : " WHERE " + conditions.map { "(\($0.sql))" }.joined(separator: " AND ")
        let order = (query.order.map(\.sql) + ["rank"]).joined(separator: ", ")
        count = clause.isEmpty ? Self.countAll(table) : "SELECT count(*) FROM \(table)\(clause)"
        page = "SELECT id FROM \(table)\(clause) ORDER BY \(order) LIMIT ? OFFSET ?"
        arguments = StatementArguments(conditions.flatMap(\.arguments))
        window = [query.limit, query.offset]
    }

    private static func countAll(_ table: String) -> String { "SELECT ifnull(max(rank) + 1, 0) FROM \(table)" }
}

extension ListQuery.Condition {
    /// Objects of a kind that are related to at least one of the others.
    static func related(_ kind: Kind, to other: Kind, _ ids: [Int]) -> Self {
        let marks = ids.map { _ in "?" }.joined(separator: ",")
        return Self(
            "id IN (SELECT object FROM relation WHERE subject IN (\(marks)) AND kind = \(kind.code))",
            ids.map { other.key($0) })
    }

    /// Objects of a kind that are related to every one of the others.
    static func relatedToAll(_ kind: Kind, _ other: Kind, _ ids: [Int]) -> Self {
        let each = ids.map { related(kind, to: other, [$0]) }
        return Self(each.map(\.sql).joined(separator: " AND "), each.flatMap(\.arguments))
    }

    /// Texts that begin with these letters; no letter stands for others.
    static func starts(_ column: String, with start: String) -> Self {
        let folded = Folding.fold(start)
        return Self("\(column) >= ? AND \(column) < ?", [folded, folded + "\u{10FFFF}"])
    }
}
