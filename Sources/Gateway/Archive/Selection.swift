import GRDB

/// The SQL for a list: one statement that counts, one that finds the ids of a page.
///
/// Where objects have to be related to others, the relations of the first of those are walked in their order; each
/// further one is looked up by rank, which is where the same object stands there.
struct Selection {
    let count: String
    let page: String
    let arguments: StatementArguments
    /// The arguments that only the page takes, after the others.
    let window: StatementArguments
    /// Whether there are few statements like these: those that are kept prepared are kept for good.
    let isCommon: Bool

    init(_ query: ListQuery) {
        let table = query.kind.rawValue
        let countAll = "SELECT ifnull(max(rank) + 1, 0) FROM \(table)"
        isCommon = query.conditions.count + query.owners.count < 2 && query.order.count < 2
        let isWhole = query.conditions.isEmpty && query.owners.isEmpty
        if isWhole && query.isInDefaultOrder {
            // Ranks are counted without gaps, so the page is a range of them.
            count = countAll
            page = "SELECT id FROM \(table) WHERE rank >= ? ORDER BY rank LIMIT ?"
            arguments = []
            window = [query.offset, query.limit]
        } else {
            let source = Self.source(query)
            count = isWhole ? countAll : "SELECT count(*) \(source)"
            let (id, rank) = query.owners.isEmpty ? ("id", "rank") : ("r0.object", "r0.rank")
            page = "SELECT \(id) \(source) ORDER BY \(Self.order(query, rank: rank)) LIMIT ? OFFSET ?"
            arguments =
                StatementArguments(query.owners.map { $0.kind.key($0.id) })
                + StatementArguments(query.conditions.flatMap(\.arguments))
            window = [query.limit, query.offset]
        }
    }

    private static func source(_ query: ListQuery) -> String {
        let table = query.kind.rawValue
        var tables = query.owners.indices.map { "relation r\($0)" }
        var conditions = query.owners.indices.map { index in
            "r\(index).subject = ? AND r\(index).kind = \(query.kind.code)"
                + (index > 0 ? " AND r\(index).rank = r0.rank" : "")
        }
        if tables.isEmpty {
            tables = [table]
        } else if !query.conditions.isEmpty || !query.isInDefaultOrder {
            tables.append(table)
            conditions.append("\(table).rank = r0.rank")
        }
        // The arguments come in this order, whatever the planner does.
        conditions += query.conditions.map { "(\($0.sql))" }
        let clause = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return "FROM \(tables.joined(separator: " CROSS JOIN "))\(clause)"
    }

    /// What the wanted order leaves open follows the default order in the direction in which an index gives both.
    private static func order(_ query: ListQuery, rank: String) -> String {
        let wanted = query.isInDefaultOrder ? [] : query.order
        let last = ListQuery.Ordering(column: rank, descending: wanted.last?.descending ?? false)
        return (wanted + [last]).map(\.sql).joined(separator: ", ")
    }
}

extension ListQuery.Condition {
    /// Objects of a kind that are related to at least one of the others.
    static func related(_ kind: Kind, to other: Kind, _ ids: [Int]) -> Self {
        let marks = ids.map { _ in "?" }.joined(separator: ",")
        return Self(
            """
            \(kind.rawValue).rank IN (SELECT rank FROM relation WHERE subject IN (\(marks)) AND kind = \(kind.code))
            """,
            ids.map { other.key($0) })
    }

    /// Texts that begin with these letters; no letter stands for others.
    static func starts(_ column: String, with start: String) -> Self {
        let folded = Folding.fold(start)
        return Self("\(column) >= ? AND \(column) < ?", [folded, folded + "\u{10FFFF}"])
    }

    static func oneOf(_ column: String, _ words: [String]) -> Self {
        Self("\(column) IN (\(words.map { _ in "?" }.joined(separator: ",")))", words)
    }

    static func onSale(_ span: DateSpan) -> Self { Self("onsale BETWEEN ? AND ?", [span.first, span.last]) }
}
