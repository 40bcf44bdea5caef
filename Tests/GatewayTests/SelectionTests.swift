import GRDB
import Testing

@testable import Gateway

@Suite("Lists of the bundled catalogue")
struct SelectionTests {
    private let archive: Archive

    init() throws { archive = try Bundled.served.get().gateway.archive }

    private func ids(_ query: ListQuery) async throws -> [Int] {
        try await ids(Selection(query).page)
    }

    private func ids(_ question: Selection.Question) async throws -> [Int] {
        try await archive.database.read { db in
            try Int.fetchAll(db, sql: question.sql, arguments: StatementArguments(question.arguments))
        }
    }

    private func plan(_ question: Selection.Question) async throws -> [String] {
        try await archive.database.read { db in
            try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN " + question.sql, arguments: StatementArguments(question.arguments)
            ).map { $0["detail"] as String }
        }
    }

    private func total(_ query: ListQuery) async throws -> Int? {
        let count = Selection(query).count
        return try await archive.database.read { db in
            try Int.fetchOne(db, sql: count.sql, arguments: StatementArguments(count.arguments))
        }
    }

    /// The first ids of a kind, well related ones among them.
    private func some(_ kind: Kind, _ number: Int) async throws -> [ListQuery.Owner] {
        var query = ListQuery(kind: kind)
        query.limit = number
        return try await ids(query).map { ListQuery.Owner(kind: kind, id: $0) }
    }

    @Test("pages in every order show everything once", arguments: Kind.allCases)
    func paging(kind: Kind) async throws {
        var whole = ListQuery(kind: kind)
        var related = ListQuery(kind: kind)
        if kind != .characters { related.require(ListQuery.Owner(kind: .characters, id: 1_009_610)) }
        var either = ListQuery(kind: kind)
        let other = kind == .comics ? Kind.series : .comics
        either.requireAny(of: try await some(other, 7))
        for query in [whole, related, either] {
            var everything = query
            everything.limit = 10_000
            let expected = Set(try await ids(everything))
            let columns = kind.orderings.values.flatMap { [($0, false), ($0, true)] }
            for order in [[]] + columns.map({ [ListQuery.Ordering(column: $0.0, descending: $0.1)] }) {
                whole = query
                whole.order = order
                whole.limit = 37
                var seen: [Int] = []
                for offset in stride(from: 0, to: expected.count, by: 37) {
                    whole.offset = offset
                    seen += try await ids(whole)
                }
                #expect(seen.count == expected.count, "\(order)")
                #expect(Set(seen) == expected, "\(order)")
            }
            #expect(try await total(query) == expected.count)
        }
    }

    @Test(
        "what is related to any of ten is what is related to each of them, in order and once", arguments: Kind.allCases)
    func anyOf(kind: Kind) async throws {
        var all = ListQuery(kind: kind)
        all.limit = 10_000
        let order = Dictionary(uniqueKeysWithValues: try await ids(all).enumerated().map { ($1, $0) })
        for other in Kind.allCases where other != kind {
            let owners = try await some(other, 10)
            var union: Set<Int> = []
            for owner in owners {
                var query = all
                query.require(owner)
                union.formUnion(try await ids(query))
            }
            var query = all
            query.requireAny(of: owners + owners)
            let found = try await ids(query)
            #expect(found == union.sorted { order[$0, default: 0] < order[$1, default: 0] }, "\(other)")
            #expect(try await total(query) == found.count)

            query.conditions.append(ListQuery.Condition("\(kind.rawValue).id % 2 = ?", [0]))
            let even = found.filter { $0 % 2 == 0 }
            #expect(try await ids(query) == even, "\(other)")
            #expect(try await total(query) == even.count)

            query.order = [ListQuery.Ordering(column: "modified", descending: true)]
            #expect(Set(try await ids(query)) == Set(even), "\(other)")
        }
    }

    @Test("groups narrow each other, with an owner and without")
    func groups() async throws {
        let heroes = [1_009_610, 1_009_718, 1_009_220].map { ListQuery.Owner(kind: .characters, id: $0) }
        let events = try await some(.events, 10)
        func found(_ narrow: (inout ListQuery) -> Void) async throws -> [Int] {
            var query = ListQuery(kind: .comics)
            query.limit = 10_000
            narrow(&query)
            let found = try await ids(query)
            #expect(try await total(query) == found.count)
            return found
        }
        let byHero = try await found { $0.requireAny(of: heroes) }
        let byEvent = Set(try await found { $0.requireAny(of: events) })
        let both = try await found { query in
            query.requireAny(of: heroes)
            query.requireAny(of: events)
        }
        #expect(both == byHero.filter(byEvent.contains))
        #expect(!both.isEmpty)
        let ofFirst = Set(try await found { $0.require(heroes[0]) })
        let narrowed = try await found { query in
            query.require(heroes[0])
            query.requireAny(of: events)
        }
        #expect(Set(narrowed) == ofFirst.intersection(byEvent))
    }

    @Test("walking relations side by side sorts nothing")
    func plan() async throws {
        var query = ListQuery(kind: .comics)
        query.requireAny(of: try await some(.characters, 10))
        let plan = try await plan(Selection(query).page)
        #expect(plan.contains("MERGE (UNION)"))
        #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN") }, "\(plan)")
    }

    @Test(
        "walking an order's index, and keeping all sorted, give what sorting for each page gives",
        arguments: Kind.allCases)
    func waysToOrder(kind: Kind) async throws {
        var related = ListQuery(kind: kind)
        related.require((try await some(kind == .characters ? .comics : .characters, 1))[0])
        var narrowed = related
        narrowed.conditions.append(ListQuery.Condition("\(kind.rawValue).id % 2 = ?", [0]))
        var conditional = ListQuery(kind: kind)
        conditional.conditions = narrowed.conditions
        for base in [related, narrowed, conditional] {
            for (column, descending) in kind.orderings.values.flatMap({ [($0, false), ($0, true)] }) {
                var query = base
                query.order = [ListQuery.Ordering(column: column, descending: descending)]
                query.limit = 7
                query.offset = 2
                let selection = Selection(query)
                #expect((selection.walk == nil) == (selection.all == nil))
                guard let walk = selection.walk, let all = selection.all else { continue }
                let expected = try await ids(selection.page)
                #expect(try await ids(walk) == expected, "\(query.order)")
                #expect(Array(try await ids(all).dropFirst(2).prefix(7)) == expected, "\(query.order)")
            }
        }
    }

    @Test("walking an order's index sorts no more than what the order leaves open", arguments: Kind.allCases)
    func walkingPlan(kind: Kind) async throws {
        for column in kind.orderings.values where column != "rank" {
            var query = ListQuery(kind: kind)
            query.require(ListQuery.Owner(kind: .characters, id: 1_009_610))
            query.conditions.append(ListQuery.Condition("\(kind.rawValue).modified >= ?", [0]))
            query.order = [ListQuery.Ordering(column: column, descending: true)]
            guard let walk = Selection(query).walk else { continue }
            let plan = try await plan(walk)
            #expect(plan.contains { $0.hasPrefix("SCAN \(kind.rawValue) USING") }, "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    @Test("ranks that run backwards sort nothing", arguments: [Kind.characters, .events, .series, .stories])
    func backwards(kind: Kind) async throws {
        for owner in [nil, ListQuery.Owner(kind: .comics, id: 1)] {
            var query = ListQuery(kind: kind, owner: owner)
            query.order = [ListQuery.Ordering(column: "rank", descending: true)]
            let selection = Selection(query)
            #expect(selection.all == nil)
            #expect(!(try await plan(selection.page)).contains { $0.contains("TEMP B-TREE") })
        }
    }
}
