import GRDB

/// A query for a list of objects of one kind.
struct ListQuery: Sendable {
    let kind: Kind
    /// The object whose relations are asked for, which has to exist; nil asks among all objects of the kind.
    let owner: Owner?
    /// Groups of objects: those wanted are related to at least one of each, the owner being a group of its own.
    var groups: [[Owner]]
    var conditions: [Condition] = []
    /// Empty asks for the default order.
    var order: [Ordering] = []
    var limit = 20
    var offset = 0

    init(kind: Kind, owner: Owner? = nil) {
        self.kind = kind
        self.owner = owner
        groups = owner.map { [[$0]] } ?? []
    }

    /// Whether all objects of the kind are wanted.
    var isWhole: Bool { groups.isEmpty && conditions.isEmpty }

    struct Owner: Hashable, Sendable {
        let kind: Kind
        let id: Int
    }

    /// A test that a value in at least one of some columns has to pass, unless all of some other conditions hold.
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
        /// Not before the first and not after the second, in SQLite's order; nil sets no bound.
        case between(DatabaseValue, DatabaseValue?)
        /// This text, but for spaces at the end of both, as MySQL compares (PAD SPACE).
        case padded(String)
        /// A number that has at least one of these bits.
        case sharing(Int)

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

    /// The keys to sort by; objects with equal keys follow the default order, which may run backwards.
    var sorting: (keys: [Ordering], backwards: Bool) {
        guard let last = order.last, order != [kind.defaultOrdering] else { return ([], false) }
        // No two stories have the same id, so that the keys behind it decide nothing.
        let end = order.firstIndex { kind == .stories && $0.column == "rank" } ?? order.endIndex - 1
        let keys = order[..<end].flatMap(kind.values)
        return order[end].column == "rank" ? (keys, order[end].descending) : (keys + [last], last.descending)
    }
}

extension Kind {
    /// The default order as the order of one column that callers may name.
    var defaultOrdering: ListQuery.Ordering {
        switch self {
        case .characters, .events, .series, .stories: ListQuery.Ordering(column: "rank", descending: false)
        case .comics: ListQuery.Ordering(column: "onsale", descending: true)
        case .creators: ListQuery.Ordering(column: "last", descending: false)
        }
    }

    /// The columns that order by a key as far as its values differ; ranks differ even if names are equal.
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
    /// Texts that begin with these letters; no letter stands for others.
    static func starts(_ column: String, with start: String) -> Self {
        let folded = Folding.fold(start)
        // No letter comes after it, and no name has as many of it.
        let last = String(repeating: "\u{10FFFF}", count: 99)
        return Self(column, test: .between(folded.databaseValue, (folded + last).databaseValue))
    }

    /// Comics of this title, or of series of this title, with its years or without.
    static func title(_ title: String) -> Self {
        let folded = Folding.fold(title)
        var condition = Self("folded", "bare", test: .padded(folded))
        let year = Columns.startYear(folded)
        if year > 0, folded.last(where: { $0 != " " }) == ")" {
            condition.alternative = [
                Self("bare", test: .padded(Columns.bare(folded))), Self("startYear", test: .equal(year)),
            ]
        }
        return condition
    }

    static func onSale(_ span: DateSpan) -> Self {
        Self("onsale", test: .between(span.first.databaseValue, span.last.databaseValue))
    }
}
