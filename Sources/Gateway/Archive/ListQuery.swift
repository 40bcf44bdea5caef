import GRDB

/// A query for a list of objects of one kind.
struct ListQuery: Sendable {
    let kind: Kind
    /// The object to list related objects of, which must exist; nil lists all objects of the kind.
    let owner: ObjectID?
    /// The groups of objects: a match is related to at least one object of each group. The owner is one group.
    var groups: [[ObjectID]]
    var conditions: [Condition] = []
    /// The sort keys; empty for the default order.
    var order: [Ordering] = []
    /// The text to search characters by; nil to list objects by the conditions and the order.
    var search: String?
    /// True if the objects are sent with their facts.
    var facts = false
    var limit = 20
    var offset = 0

    init(kind: Kind, owner: ObjectID? = nil) {
        self.kind = kind
        self.owner = owner
        groups = owner.map { [[$0]] } ?? []
    }

    /// True if the list has all objects of the kind.
    var isUnfiltered: Bool { groups.isEmpty && conditions.isEmpty }

    struct ObjectID: Hashable, Sendable {
        let kind: Kind
        let id: Int
    }

    /// A test that the value of at least one of the columns must pass. Alternatively, all of `alternative` must hold.
    struct Condition: Sendable {
        let columns: [String]
        let test: Test
        var alternative: [Condition] = []

        init(_ columns: String..., test: Test) { self.init(columns, test) }

        init(_ columns: [String], _ test: Test) {
            self.columns = columns
            self.test = test
        }
    }

    /// A test of a value.
    enum Test: Sendable {
        /// Between the two bounds, inclusive, in SQLite's order; nil for no upper bound.
        case between(DatabaseValue, DatabaseValue?)
        /// Equal to this text, ignoring trailing spaces, as MySQL compares (PAD SPACE).
        case padded(String)
        /// A number with at least one of these bits.
        case anyBit(of: Int)

        static func equal(_ value: some DatabaseValueConvertible) -> Self {
            .between(value.databaseValue, value.databaseValue)
        }

        static func atLeast(_ value: some DatabaseValueConvertible) -> Self { .between(value.databaseValue, nil) }
    }

    /// A column to order by.
    struct Ordering: Hashable, Sendable {
        let column: String
        let descending: Bool
    }

    /// The keys to sort by; objects with equal keys are in the default order or its reverse.
    var sorting: (keys: [Ordering], reversesTies: Bool) {
        guard let last = order.last, order != [kind.defaultOrdering] else { return ([], false) }
        // Story ids are unique, so later keys have no effect.
        let end = order.firstIndex { kind == .stories && $0.column == "rank" } ?? order.endIndex - 1
        let keys = order[..<end].flatMap(kind.values)
        return order[end].column == "rank" ? (keys, order[end].descending) : (keys + [last], last.descending)
    }
}

extension Kind {
    /// The orderBy key that means the default order.
    var defaultOrdering: ListQuery.Ordering {
        switch self {
        case .characters, .events, .series, .stories: ListQuery.Ordering(column: "rank", descending: false)
        case .comics: ListQuery.Ordering(column: "onsale", descending: true)
        case .creators: ListQuery.Ordering(column: "last", descending: false)
        }
    }

    /// Returns the columns to compare for a key; ranks alone would differ even if names are equal.
    fileprivate func values(of key: ListQuery.Ordering) -> [ListQuery.Ordering] {
        let columns: [(name: String, descending: Bool)] =
            switch (self, key.column) {
            case (.characters, "rank"), (.events, "rank"): [("folded", false)]
            case (.series, "rank"): [("bare", false), ("startYear", true)]
            default: [(key.column, false)]
            }
        return columns.map {
            ListQuery.Ordering(column: $0.name, descending: $0.descending != key.descending)
        }
    }
}

extension ListQuery.Condition {
    /// Returns the condition for texts with this prefix; it has no wildcards.
    static func hasPrefix(_ column: String, _ prefix: String) -> Self {
        let folded = Folding.fold(prefix)
        // No character sorts after it, and no name has as many of it.
        let last = String(repeating: "\u{10FFFF}", count: 99)
        return Self(column, test: .between(folded.databaseValue, (folded + last).databaseValue))
    }

    /// Returns the condition for comics with this title, or of series with this title, with or without years.
    static func title(_ title: String) -> Self {
        let folded = Folding.fold(title)
        var condition = Self("folded", "bare", test: .padded(folded))
        let year = Columns.startYear(folded)
        if year > 0, folded.last(where: { $0 != " " }) == ")" {
            condition.alternative = [
                Self("bare", test: .padded(Columns.withoutYears(folded))), Self("startYear", test: .equal(year)),
            ]
        }
        return condition
    }

    static func onSale(_ range: DateRange) -> Self {
        Self("onsale", test: .between(range.first.databaseValue, range.last.databaseValue))
    }
}
