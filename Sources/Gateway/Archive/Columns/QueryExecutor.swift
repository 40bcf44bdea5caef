import FoundationEssentials
import GRDB

/// Finds the objects of a list, with a small column store on SQLite's tables.
///
/// Every object has a rank: its position among all of its kind in the default order, from 0. Everything here is an array
/// by rank, written when records are added (`Archive.rebuildDerivedTables`) and stored as one blob of 32-bit numbers:
/// - `relation` holds for an object and a kind the ranks of the objects of that kind that it is related to.
/// - `coded` holds for a column a code for each rank, and `value` the value of each code. Codes follow the values' order.
///
/// A filter looks its values up in `value`, then marks the ranks whose codes match; a relation marks its ranks. A list is
/// the ranks that all of them mark, in the default order already; any other order sorts those by codes, as far as one page
/// needs. So each part of a query is one pass over an array, at most a millisecond for 60,000 comics, in any mixture; SQL
/// would sort up to 60,000 rows (40 to 110 ms).
struct QueryExecutor {
    let query: ListQuery
    /// How many objects of the kind there are.
    private let count: Int
    private let revision: Int
    private let cache: EncodedColumnCache
    private let db: Database

    init(_ query: ListQuery, revision: Int, cache: EncodedColumnCache, _ db: Database) throws {
        self.query = query
        self.revision = revision
        self.cache = cache
        self.db = db
        let last = try db.cachedStatement(sql: "SELECT max(rank) FROM \(query.kind.rawValue)")
        count = try (Int.fetchOne(last) ?? -1) + 1
    }

    /// Returns the length of the list and the ranks of its page.
    func page() throws -> (total: Int, ranks: [UInt32]) {
        let ranks = query.isWhole ? nil : try all()
        let total = ranks?.count ?? count
        guard query.offset < total else { return (total, []) }
        let places = query.offset..<min(query.offset + query.limit, total)
        let sorting = query.sorting
        if sorting.keys.isEmpty {
            let ranks = places.map { place in
                let place = sorting.backwards ? total - 1 - place : place
                return ranks?[place] ?? UInt32(place)
            }
            return (total, ranks)
        }
        let keys = try sorting.keys.map {
            CountingSort.Key(column: try column(name($0.column)), descending: $0.descending)
        }
        let sort = CountingSort(keys: keys, backwards: sorting.backwards)
        return (total, Array(sort.page(places, of: ranks ?? Array(0..<UInt32(count)))))
    }

    /// All objects of the list, by rising ranks.
    private func all() throws -> [UInt32] {
        // Relations are kept in that order.
        if query.conditions.isEmpty, query.groups.count == 1, query.groups[0].count == 1 {
            return try related(query.groups[0][0])
        }
        var list = [Bool](repeating: true, count: count)
        for group in query.groups { Self.narrow(&list, to: try mask(group)) }
        for condition in query.conditions { Self.narrow(&list, to: try mask(condition)) }
        return Self.ranks(of: list)
    }

    private static func ranks(of list: [Bool]) -> [UInt32] {
        var ranks = [UInt32](repeating: 0, count: list.count)
        var end = 0
        // Always writing and seldom moving on is faster than deciding whether to write.
        for rank in list.indices {
            ranks[end] = UInt32(truncatingIfNeeded: rank)
            end += list[rank] ? 1 : 0
        }
        ranks.removeLast(list.count - end)
        return ranks
    }

    private static func narrow(_ list: inout [Bool], to mask: [Bool]) {
        for rank in list.indices { list[rank] = list[rank] && mask[rank] }
    }

    /// For each rank whether the object is related to at least one of these.
    private func mask(_ group: [ListQuery.Owner]) throws -> [Bool] {
        var mask = [Bool](repeating: false, count: count)
        for owner in group { for rank in try related(owner) { mask[Int(rank)] = true } }
        return mask
    }

    private func related(_ owner: ListQuery.Owner) throws -> [UInt32] {
        let statement = try db.cachedStatement(sql: "SELECT ranks FROM relation WHERE subject = ? AND kind = ?")
        let blob = try Data.fetchOne(statement, arguments: [owner.kind.key(owner.id), query.kind.code])
        let ranks = UInt32Blob.numbers(blob ?? Data())
        guard ranks.allSatisfy({ $0 < count }) else { throw UInt32Blob.damage }
        return ranks
    }

    /// For each rank whether the object meets the condition.
    private func mask(_ condition: ListQuery.Condition) throws -> [Bool] {
        var mask = [Bool](repeating: false, count: count)
        for column in condition.columns {
            let name = name(column)
            let column = try self.column(name)
            let isMatch = try matches(condition.test, name, column)
            for rank in mask.indices { mask[rank] = mask[rank] || isMatch[Int(column.codes[rank])] }
        }
        guard !condition.alternative.isEmpty else { return mask }
        var list = [Bool](repeating: true, count: count)
        for other in condition.alternative { Self.narrow(&list, to: try self.mask(other)) }
        for rank in mask.indices { mask[rank] = mask[rank] || list[rank] }
        return mask
    }

    /// For each code of a column whether its value passes the test.
    private func matches(_ test: ListQuery.Test, _ name: String, _ column: EncodedColumn) throws -> [Bool] {
        var matches = [Bool](repeating: false, count: column.distinct)
        for codes in try ValueDictionary(db, name).codes(test) {
            guard codes.lowerBound >= 0, codes.upperBound < matches.count else { throw UInt32Blob.damage }
            for code in codes { matches[code] = true }
        }
        return matches
    }

    /// The archive's name of a column of the kind.
    private func name(_ column: String) -> String { "\(query.kind.rawValue).\(column)" }

    private func column(_ name: String) throws -> EncodedColumn {
        let column = try cache.column(name, revision: revision, db)
        guard column.codes.count == count, column.distinct <= count else { throw UInt32Blob.damage }
        return column
    }
}
