import GRDB
import Testing

@testable import Gateway

@Suite("Lists of the bundled catalogue")
struct QueryExecutorTests {
    private let archive: Archive

    init() throws { archive = try Bundled.served.get().gateway.archive }

    private func ids(_ query: ListQuery) async throws -> [Int] {
        let ranks = try await found(query).ranks
        return try await archive.database.read { db in
            try ranks.compactMap {
                try Int.fetchOne(db, sql: "SELECT id FROM \(query.kind.rawValue) WHERE rank = ?", arguments: [Int($0)])
            }
        }
    }

    private func total(_ query: ListQuery) async throws -> Int { try await found(query).total }

    private func found(_ query: ListQuery) async throws -> (total: Int, ranks: [UInt32]) {
        try await archive.database.read { db in
            let revision = try Archive.origin(db).revision
            return try QueryExecutor(query, revision: revision, cache: archive.columns, db).page()
        }
    }

    /// What SQLite finds where nothing was prepared for the question.
    private func sqlite(_ kind: Kind, _ clauses: String) async throws -> [Int] {
        try await archive.database.read { try Int.fetchAll($0, sql: "SELECT id FROM \(kind.rawValue) \(clauses)") }
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

            query.conditions.append(ListQuery.Condition("modified", test: .atLeast(1)))
            let known = Set(try await sqlite(kind, "WHERE modified >= 1"))
            let dated = found.filter(known.contains)
            #expect(try await ids(query) == dated, "\(other)")
            #expect(try await total(query) == dated.count)

            query.order = [ListQuery.Ordering(column: "modified", descending: true)]
            #expect(Set(try await ids(query)) == Set(dated), "\(other)")
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

    @Test("every page of every order is what sorting all gives", arguments: Kind.allCases)
    func orders(kind: Kind) async throws {
        let columns = kind.orderings.values.sorted()
        let single = columns.flatMap { [[($0, false)], [($0, true)]] }
        let double = columns.flatMap { first in
            columns.filter { $0 != first }.flatMap { [[(first, false), ($0, true)], [(first, true), ($0, false)]] }
        }
        for order in (single + double).map({ $0.map { ListQuery.Ordering(column: $0.0, descending: $0.1) } })
        where order != [kind.defaultOrdering] {
            let last = order.last?.descending ?? false
            let words =
                order.dropLast().flatMap { clauses(kind, $0) }
                + (order.suffix(1) + [ListQuery.Ordering(column: "rank", descending: last)]).map(clause)
            let expected = try await sqlite(kind, "ORDER BY \(words.joined(separator: ", "))")
            var query = ListQuery(kind: kind)
            query.order = order
            for (offset, limit) in [(0, 20), (3, 7), (expected.count / 2, 20), (expected.count - 3, 20), (0, 10_000)] {
                (query.offset, query.limit) = (offset, limit)
                #expect(try await ids(query) == Array(expected.dropFirst(offset).prefix(limit)), "\(words)")
            }
        }
    }

    private func clause(_ key: ListQuery.Ordering) -> String { key.descending ? "\(key.column) DESC" : key.column }

    /// A key that another one follows: places tell apart what has the same name, too.
    private func clauses(_ kind: Kind, _ key: ListQuery.Ordering) -> [String] {
        switch (kind, key.column) {
        case (.characters, "rank"), (.events, "rank"):
            [clause(ListQuery.Ordering(column: "folded", descending: key.descending))]
        case (.comics, "titleRank"): [clause(ListQuery.Ordering(column: "natural", descending: key.descending))]
        case (.series, "rank"):
            [("bare", false), ("startYear", true)].map {
                clause(ListQuery.Ordering(column: $0.0, descending: $0.1 != key.descending))
            }
        default: [clause(key)]
        }
    }

    @Test(
        "conditions find what SQLite finds",
        arguments: [
            (Kind.comics, ListQuery.Condition("variant", test: .equal(0)), "variant = 0"),
            (
                .comics, ListQuery.Condition(["folded", "bare"], .equal("civil war")),
                "folded = 'civil war' OR bare = 'civil war'"
            ),
            (.comics, .title("Civil War"), "folded = 'civil war' OR bare = 'civil war'"),
            (
                .comics, .title("Civil War (2006 - 2007)"),
                "folded = 'civil war (2006 - 2007)' OR bare = 'civil war' AND startYear = 2006"
            ),
            (.comics, .starts("folded", with: "The"), "folded LIKE 'the%'"),
            (.comics, .starts("folded", with: "zzz"), "folded LIKE 'zzz%'"),
            (.comics, ListQuery.Condition("issueNumber", test: .equal(1.0)), "issueNumber = 1"),
            (.comics, ListQuery.Condition("issueNumber", test: .equal(1.25)), "issueNumber = 1.25"),
            (
                .comics,
                ListQuery.Condition("onsale", test: .between(19_900_000.databaseValue, 19_991_231.databaseValue)),
                "onsale BETWEEN 19900000 AND 19991231"
            ),
            (
                .comics,
                ListQuery.Condition("onsale", test: .between(19_991_231.databaseValue, 19_900_000.databaseValue)), "0"
            ),
            (.comics, ListQuery.Condition("digitalId", test: .atLeast(1)), "digitalId > 0"),
            (.comics, ListQuery.Condition("onsale", test: .atLeast(99_999_999)), "onsale >= 99999999"),
            (.comics, ListQuery.Condition("onsale", test: .atLeast(-99_999_999)), "onsale >= -99999999"),
            (.series, ListQuery.Condition("formats", test: .sharing(3)), "formats & 3 <> 0"),
            (.series, ListQuery.Condition("formats", test: .sharing(1 << 40)), "formats & (1 << 40) <> 0"),
            (.events, ListQuery.Condition("start", test: .atLeast(20_000_000)), "start >= 20000000"),
        ])
    func conditions(kind: Kind, condition: ListQuery.Condition, sql: String) async throws {
        var query = ListQuery(kind: kind)
        query.conditions = [condition]
        query.limit = 10_000
        #expect(try await ids(query) == sqlite(kind, "WHERE \(sql) ORDER BY rank"))
    }
}
