import GRDB

struct ListQuery: Sendable {
    let kind: Kind
    /// The object to list related objects of, which must exist; nil lists all objects of the kind.
    let owner: ObjectKey?
    /// The groups of objects: a match is related to at least one object of each group. The owner is one group.
    var groups: [[ObjectKey]]
    var conditions: [Condition] = []
    /// True if the characters related to a team include the villains that it fights.
    var includesFoes = false
    /// The sort keys; empty for the default order.
    var order: [Ordering] = []
    var facts = false
    var limit = Self.defaultLimit
    var offset = 0

    /// The limit of Marvel's API for a call without the parameter.
    static let defaultLimit = 20
    static let largestLimit = 100

    init(kind: Kind, owner: ObjectKey? = nil) {
        self.kind = kind
        self.owner = owner
        groups = owner.map { [[$0]] } ?? []
    }

    private var isUnfiltered: Bool { groups.isEmpty && conditions.isEmpty }

    /// The SQL of a test of an object's columns, and its arguments.
    struct Condition: Sendable {
        let sql: String
        let arguments: [DatabaseValue]

        init(_ sql: String, _ arguments: any DatabaseValueConvertible...) {
            (self.sql, self.arguments) = (sql, arguments.map(\.databaseValue))
        }

        /// All of the conditions, or at least one of them.
        init(_ conditions: [Condition], joinedBy word: String) {
            sql = "(" + conditions.map(\.sql).joined(separator: " \(word) ") + ")"
            arguments = conditions.flatMap(\.arguments)
        }
    }

    /// A key to order by: columns in SQL, of which some may be descending.
    struct Ordering: Hashable, Sendable {
        let columns: [String]
        let descending: Bool
    }

    /// The SQL of the keys to order by; objects with equal keys are in the default order or its reverse.
    var sorting: [String] {
        guard let last = order.last, order != Self.newestFirst else { return ["rank"] }
        let keys = order + [Ordering(columns: ["rank"], descending: last.descending)]
        return keys.flatMap { key in
            key.columns.map { column in
                if column == Self.role { return role + (key.descending ? " DESC" : "") }
                guard key.descending else { return column }
                return column.prefix { $0 != " " } + (column.hasSuffix(" DESC") ? "" : " DESC")
            }
        }
    }

    /// The column of an object's part in the owner, or of the owner's in it, which no table has.
    static let role = "role"

    /// The SQL of the part: -1 for those on a side of an event, 0 for main ones, founders, an event's own comics and what
    /// a creator made first, 2 for guests, former members and tie-ins, 1 for all others.
    private var role: String {
        guard let owner else { return "1" }
        return """
            coalesce((SELECT CASE WHEN substr(role, 1, 6) = 'side: ' THEN -1 WHEN role IN ('main', 'founder', 'core', 'creator') THEN 0
              WHEN role IN ('guest', 'former', 'tie-in') THEN 2 ELSE 1 END
            FROM link WHERE subject = \(owner.rawValue) AND kind = \(kind.code) AND object = id), 1)
            """
    }

    /// The key that means the default order of comics, in which equal dates are not reversed.
    private static let newestFirst = [Ordering(columns: ["dated NULLS LAST"], descending: true)]
}

extension ListQuery.Condition {
    /// Returns the condition for this text, ignoring trailing spaces, as MySQL compares (PAD SPACE).
    static func padded(_ column: String, _ text: String) -> Self {
        let trimmed = String(text.reversed().drop { $0 == " " }.reversed())
        // "!" is the character after the space.
        return Self("(\(column) BETWEEN ? AND ? || '!' AND rtrim(\(column), ' ') = ?)", trimmed, trimmed, trimmed)
    }

    /// Returns the condition for texts with this prefix; it has no wildcards.
    static func hasPrefix(_ column: String, _ prefix: String) -> Self {
        let folded = Folding.fold(prefix)
        // The upper bound of all texts with the prefix: U+10FFFF sorts after every other character.
        return Self("\(column) BETWEEN ? AND ?", folded, folded + String(repeating: "\u{10FFFF}", count: 99))
    }

    /// Returns the condition for comics with this title, or of series with this title, with or without years.
    static func title(_ title: String) -> Self {
        let folded = Folding.fold(title)
        var titles = [padded("folded", folded), padded("bare", folded)]
        let year = Columns.startYear(folded)
        if year > 0, folded.last(where: { $0 != " " }) == ")" {
            let bare = padded("bare", Columns.withoutYears(folded))
            titles.append(Self([bare, Self("startYear = ?", year)], joinedBy: "AND"))
        }
        return Self(titles, joinedBy: "OR")
    }
}

/// The SQL of a list: one statement for the number of its objects, one for the ids of its page.
extension ListQuery {
    func total(_ db: Database) throws -> Int {
        // Ranks have an index, and no gaps.
        let sql =
            isUnfiltered ? "SELECT max(rank) + 1 FROM \(kind.rawValue)" : "SELECT count(*) FROM \(relations ?? objects)"
        return try Int.fetchOne(statement(sql, db), arguments: StatementArguments(arguments)) ?? 0
    }

    func page(_ db: Database) throws -> [Int] {
        let keys = sorting
        // All relations of an object are stored in the default order.
        let ranked = keys == ["rank"] ? relations.map { "SELECT object FROM \($0)" } : nil
        let source = ranked ?? "SELECT id FROM \(objects)"
        let statement = try statement("\(source) ORDER BY \(keys.joined(separator: ", ")) LIMIT ? OFFSET ?", db)
        let page = [limit.databaseValue, offset.databaseValue]
        return try Int.fetchAll(statement, arguments: StatementArguments(arguments + page))
    }

    /// Prepares a statement. A cached one is never removed, so only the few of lists without filters are, and none that
    /// contains its owner.
    private func statement(_ sql: String, _ db: Database) throws -> Statement {
        let hasOwner = order.contains { $0.columns == [Self.role] }
        let isCommon = conditions.isEmpty && groups.joined().count < 2 && order.count < 2 && !hasOwner
        return isCommon ? try db.cachedStatement(sql: sql) : try db.makeStatement(sql: sql)
    }

    /// The relations of the list, if it has all objects related to one object.
    private var relations: String? {
        guard conditions.isEmpty, groups.count == 1, groups[0].count == 1 else { return nil }
        return "relation WHERE subject = ? AND kind = \(kind.code)"
    }

    private var objects: String {
        let kinds = includesFoes ? "IN (\(kind.code), \(ObjectKey.foeCode))" : "= \(kind.code)"
        let related = groups.map { group in
            let subjects = group.map { _ in "?" }.joined(separator: ",")
            return "id IN (SELECT object FROM relation WHERE subject IN (\(subjects)) AND kind \(kinds))"
        }
        let filter = (related + conditions.map(\.sql)).joined(separator: " AND ")
        return filter.isEmpty ? kind.rawValue : "\(kind.rawValue) WHERE \(filter)"
    }

    private var arguments: [DatabaseValue] {
        groups.joined().map(\.databaseValue) + conditions.flatMap(\.arguments)
    }
}
