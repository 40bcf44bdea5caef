import GRDB

/// The SQL for a list: one question that counts, one that finds the ids of a page.
///
/// Where objects have to be related to others, the relations of the first of those are walked in their order; each
/// further one is looked up by rank, which is where the same object stands there. Where several would do, their
/// relations are walked side by side, so that a page reads no further than it has to.
struct Selection {
    /// SQL with what callers sent, which stands in the arguments alone.
    struct Question: Hashable, Sendable {
        let sql: String
        let arguments: [DatabaseValue]

        init(_ sql: String, _ arguments: [DatabaseValue] = []) {
            self.sql = sql
            self.arguments = arguments
        }
    }

    let count: Question
    /// Finds one id a row, in the first column.
    let page: Question
    /// Finds the ids of all pages, where they have to be sorted to find any; nil where an index has them in order.
    let all: Question?
    /// Finds those of `page` on the index of the order, looking at each object there whether it belongs to the list; nil
    /// where no index has that order.
    let walk: Question?
    /// Whether there are few statements like these: those that are kept prepared are kept for good.
    let isCommon: Bool

    init(_ query: ListQuery) {
        let table = query.kind.rawValue
        isCommon =
            query.alternatives.isEmpty && query.conditions.count + query.owners.count < 2 && query.order.count < 2
        let isWhole = query.conditions.isEmpty && query.owners.isEmpty && query.alternatives.isEmpty
        count =
            isWhole ? Question("SELECT ifnull(max(rank) + 1, 0) FROM \(table)") : Self.count(query, Self.source(query))
        if isWhole && query.isInDefaultOrder {
            // Ranks are counted without gaps, so the page is a range of them.
            page = Question(
                "SELECT id FROM \(table) WHERE rank >= ? ORDER BY rank LIMIT ?",
                [query.offset.databaseValue, query.limit.databaseValue])
        } else if query.owners.isEmpty && !query.alternatives.isEmpty && query.isInDefaultOrder {
            page = Self.merge(query.split.map(Self.source), query)
        } else {
            page = Self.page(query, Self.source(query))
        }
        let isIndexed = query.order.count == 1 && query.alternatives.isEmpty
        all = query.isInRankOrder || isWhole && isIndexed ? nil : Self.all(query, Self.source(query))
        walk = all != nil && isIndexed ? Self.walk(query) : nil
    }

    private static func count(_ query: ListQuery, _ source: Question) -> Question {
        if query.owners.isEmpty, query.conditions.isEmpty, query.alternatives.count == 1 {
            let related = related(query.kind, query.alternatives[0])
            return Question("SELECT count(DISTINCT rank) FROM relation WHERE \(related.sql)", related.arguments)
        }
        return Question("SELECT count(*) \(source.sql)", source.arguments)
    }

    private static func page(_ query: ListQuery, _ source: Question) -> Question {
        paging(all(query, source), query)
    }

    private static func paging(_ question: Question, _ query: ListQuery) -> Question {
        Question(
            "\(question.sql) LIMIT ? OFFSET ?",
            question.arguments + [query.limit.databaseValue, query.offset.databaseValue])
    }

    private static func all(_ query: ListQuery, _ source: Question) -> Question {
        let (id, rank) = query.owners.isEmpty ? ("id", "rank") : ("r0.object", "r0.rank")
        return Question("SELECT \(id) \(source.sql) ORDER BY \(order(query, rank: rank))", source.arguments)
    }

    /// The plus keeps the conditions' own indexes out.
    private static func walk(_ query: ListQuery) -> Question {
        let table = query.kind.rawValue
        let related =
            "EXISTS (SELECT 1 FROM link WHERE subject = ? AND kind = \(query.kind.code) AND object = \(table).id)"
        let conditions = query.owners.map { _ in related } + query.conditions.map { "+(\($0.sql))" }
        return paging(
            Question(
                "SELECT id FROM \(table) WHERE \(conditions.joined(separator: " AND ")) "
                    + "ORDER BY \(order(query, rank: "rank"))",
                query.owners.map(\.key) + query.conditions.flatMap(\.arguments)), query)
    }

    /// Each source is in the order of ranks already; the same object in two of them is one.
    private static func merge(_ sources: [Question], _ query: ListQuery) -> Question {
        let arms = sources.map { "SELECT r0.object, r0.rank \($0.sql)" }.joined(separator: " UNION ")
        return Question(
            "\(arms) ORDER BY 2 LIMIT ? OFFSET ?",
            sources.flatMap(\.arguments) + [query.limit.databaseValue, query.offset.databaseValue])
    }

    /// FROM and WHERE, the arguments in the order in which they stand there.
    private static func source(_ query: ListQuery) -> Question {
        let table = query.kind.rawValue
        var tables = query.owners.indices.map { "relation r\($0)" }
        var conditions = query.owners.indices.map { index in
            "r\(index).subject = ? AND r\(index).kind = \(query.kind.code)"
                + (index > 0 ? " AND r\(index).rank = r0.rank" : "")
        }
        if tables.isEmpty {
            tables = [table]
        } else if !query.conditions.isEmpty || !query.isInRankOrder {
            tables.append(table)
            conditions.append("\(table).rank = r0.rank")
        }
        let groups = query.alternatives.map { group in
            let related = related(query.kind, group)
            return query.owners.isEmpty
                ? Question("\(table).rank IN (SELECT rank FROM relation WHERE \(related.sql))", related.arguments)
                : Question(
                    "EXISTS (SELECT 1 FROM relation WHERE \(related.sql) AND rank = r0.rank)", related.arguments)
        }
        conditions += groups.map(\.sql) + query.conditions.map { "(\($0.sql))" }
        let clause = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return Question(
            "FROM \(tables.joined(separator: " CROSS JOIN "))\(clause)",
            query.owners.map(\.key) + groups.flatMap(\.arguments) + query.conditions.flatMap(\.arguments))
    }

    private static func related(_ kind: Kind, _ group: [ListQuery.Owner]) -> Question {
        let marks = group.map { _ in "?" }.joined(separator: ",")
        return Question("subject IN (\(marks)) AND kind = \(kind.code)", group.map(\.key))
    }

    /// What the wanted order leaves open follows the default order in the direction in which an index gives both; no
    /// two objects have the same title rank or rank, so these leave nothing open.
    private static func order(_ query: ListQuery, rank: String) -> String {
        var wanted = query.isInDefaultOrder ? [] : query.order
        if let end = wanted.firstIndex(where: { $0.column == "titleRank" || $0.column == "rank" }) {
            wanted.removeSubrange((end + 1)...)
        } else {
            wanted.append(ListQuery.Ordering(column: "rank", descending: wanted.last?.descending ?? false))
        }
        return wanted.map { $0.column == "rank" ? $0.descending ? "\(rank) DESC" : rank : $0.sql }.joined(
            separator: ", ")
    }
}

extension ListQuery.Owner {
    fileprivate var key: DatabaseValue { kind.key(id).databaseValue }
}

extension ListQuery.Condition {
    /// Texts that begin with these letters; no letter stands for others.
    static func starts(_ column: String, with start: String) -> Self {
        let folded = Folding.fold(start)
        return Self("\(column) >= ? AND \(column) < ?", [folded, folded + "\u{10FFFF}"])
    }

    static func onSale(_ span: DateSpan) -> Self { Self("onsale BETWEEN ? AND ?", [span.first, span.last]) }
}
