import GRDB
import Testing

@testable import Gateway

@Suite("Lists of the bundled catalogue")
struct ListStatementsTests {
    private let archive: Archive

    init() throws { archive = try BundledCatalogue.client.get().gateway.archive }

    private func ids(_ query: ListQuery) async throws -> [Int] {
        try await archive.database.read { db in try ListStatements(query).page(db) }
    }

    @Test(
        "a list related to any of ten objects is the union of their lists, in order", arguments: Kind.allCases)
    func anyOf(kind: Kind) async throws {
        var all = ListQuery(kind: kind)
        all.limit = 10_000
        let order = try await ids(all)
        for other in Kind.allCases where other != kind {
            let owners = try await ids(ListQuery(kind: other)).prefix(10).map {
                ListQuery.ObjectID(kind: other, id: $0)
            }
            var union: Set<Int> = []
            for owner in owners {
                var query = all
                query.groups = [[owner]]
                union.formUnion(try await ids(query))
            }
            var query = all
            query.groups = [owners]
            #expect(try await ids(query) == order.filter(union.contains), "\(other)")
        }
    }

    @Test("every page of every order matches a full sort in SQL", arguments: Kind.allCases)
    func orders(kind: Kind) async throws {
        let columns = kind.orderings.values.sorted()
        // Equal names count as one value before another key, see `OrderTests`.
        let plain = columns.filter { $0 != "rank" && $0 != "titleRank" }
        let double = plain.flatMap { first in
            columns.filter { $0 != first }.flatMap { [[(first, false), ($0, true)], [(first, true), ($0, false)]] }
        }
        for order in (columns.flatMap { [[($0, false)], [($0, true)]] } + double)
            .map({ $0.map { ListQuery.Ordering(column: $0.0, descending: $0.1) } })
        where order != [kind.defaultOrdering] {
            let last = ListQuery.Ordering(column: "rank", descending: order.last?.descending ?? false)
            let keys = (order + [last]).map { $0.descending ? "\($0.column) DESC" : $0.column }
            let sql = "SELECT id FROM \(kind.rawValue) ORDER BY \(keys.joined(separator: ", "))"
            let expected = try await archive.database.read { try Int.fetchAll($0, sql: sql) }
            var query = ListQuery(kind: kind)
            query.order = order
            for (offset, limit) in [(0, 20), (3, 7), (expected.count / 2, 20), (expected.count - 3, 20), (0, 10_000)] {
                (query.offset, query.limit) = (offset, limit)
                #expect(try await ids(query) == Array(expected.dropFirst(offset).prefix(limit)), "\(sql)")
            }
        }
    }
}
