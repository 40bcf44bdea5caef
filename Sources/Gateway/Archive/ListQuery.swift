import GRDB

/// A question for a list of objects of one kind.
struct ListQuery: Sendable {
    let kind: Kind
    /// The object whose relations are asked for, which has to exist; nil asks among all objects of the kind.
    let owner: Owner?
    /// Objects to each of which those wanted are related, the owner among them.
    private(set) var owners: [Owner]
    /// Groups of objects: those wanted are related to at least one of each.
    private(set) var alternatives: [[Owner]] = []
    var conditions: [Condition] = []
    /// Empty asks for the default order.
    var order: [Ordering] = []
    var limit = 20
    var offset = 0

    init(kind: Kind, owner: Owner? = nil) {
        self.kind = kind
        self.owner = owner
        owners = owner.map { [$0] } ?? []
    }

    /// Wants only objects that are related to this one, too.
    mutating func require(_ owner: Owner) {
        if !owners.contains(owner) { owners.append(owner) }
    }

    /// Wants only objects that are related to at least one of these, too.
    mutating func requireAny(of group: [Owner]) {
        var distinct: [Owner] = []
        for owner in group where !distinct.contains(owner) { distinct.append(owner) }
        if distinct.count == 1 { require(distinct[0]) } else { alternatives.append(distinct) }
    }

    /// The same question once for each object of the first group: together they find what this one finds.
    var split: [ListQuery] {
        alternatives[0].map { owner in
            var query = self
            query.alternatives.removeFirst()
            query.require(owner)
            return query
        }
    }

    struct Owner: Hashable, Sendable {
        let kind: Kind
        let id: Int
    }

    /// A part of a WHERE clause; what callers send stands in the arguments alone.
    struct Condition: Sendable {
        let sql: String
        let arguments: [DatabaseValue]

        init(_ sql: String, _ arguments: [any DatabaseValueConvertible] = []) {
            self.sql = sql
            self.arguments = arguments.map(\.databaseValue)
        }
    }

    /// A column to order by.
    struct Ordering: Hashable, Sendable {
        let column: String
        let descending: Bool

        var sql: String { descending ? "\(column) DESC" : column }
    }

    /// The order that lists have anyway needs no sorting: `rank` counts the objects in it.
    var isInDefaultOrder: Bool { order.isEmpty || order == [kind.defaultOrdering] }

    /// Whether ranks alone tell the order.
    var isInRankOrder: Bool { isInDefaultOrder || order.first?.column == "rank" }
}

extension Kind {
    /// The default order where it is also the order of one column that callers may name.
    var defaultOrdering: ListQuery.Ordering {
        switch self {
        case .characters, .events, .series, .stories: ListQuery.Ordering(column: "rank", descending: false)
        case .comics: ListQuery.Ordering(column: "onsale", descending: true)
        case .creators: ListQuery.Ordering(column: "last", descending: false)
        }
    }
}
