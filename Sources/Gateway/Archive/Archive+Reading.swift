import FoundationEssentials
import GRDB

extension Archive {
    /// Objects as they are sent: JSON without its address (see `JSON.addressMark`), joined by commas.
    struct Found: Sendable {
        /// How many there are beyond this page too.
        var total = 0
        var count = 0
        var results: [UInt8] = []
        /// Whose data this is: Marvel's as soon as anything of theirs was put in.
        var isMarvels = false
    }

    /// The one object; nil where the archive has none of this id.
    func object(_ kind: Kind, _ id: Int) async throws -> Found? {
        try await database.read { db in
            var found = Found(total: 1, isMarvels: try Self.origin(db).isMarvels)
            try Self.append([id], of: kind, to: &found, db)
            return found.count == 1 ? found : nil
        }
    }

    /// A page of a list; nil where the object whose relations are asked for is not in the archive.
    func list(_ query: ListQuery) async throws -> Found? {
        try await database.read { db in
            if let owner = query.owner, try !Self.holds(owner, db) { return nil }
            let selection = Selection(query)
            let origin = try Self.origin(db)
            var found = Found(isMarvels: origin.isMarvels)
            found.total = try totals.total(selection.count, edition: origin.edition) {
                try Self.numbers(selection.count, keep: selection.isCommon, db).first ?? 0
            }
            guard query.offset < found.total else { return found }
            let ids = try page(of: query, selection, total: found.total, edition: origin.edition, db)
            try Self.append(ids, of: query.kind, to: &found, db)
            return found
        }
    }

    /// From so many objects on it takes longer to sort them for each page than to keep them sorted.
    private static let many = 500
    /// So many objects are looked at sooner than many are sorted.
    private static let fewToWalk = 1500

    private func page(
        of query: ListQuery, _ selection: Selection, total: Int, edition: Int, _ db: Database
    ) throws -> ArraySlice<Int> {
        guard let all = selection.all, total > Self.many else {
            return try Self.numbers(selection.page, keep: selection.isCommon, db)[...]
        }
        let whole = Selection(ListQuery(kind: query.kind)).count
        let count = try totals.total(whole, edition: edition) { try Self.numbers(whole, keep: true, db).first ?? 0 }
        // Where those of the list lie even among all, every so many of all is one of them.
        if let walk = selection.walk, (query.offset + query.limit) * (count / total + 1) <= Self.fewToWalk {
            return try Self.numbers(walk, keep: selection.isCommon, db)[...]
        }
        let ids = try totals.ids(all, edition: edition) { try Self.numbers(all, keep: false, db) }
        return ids.dropFirst(query.offset).prefix(query.limit)
    }

    private static func origin(_ db: Database) throws -> (edition: Int, isMarvels: Bool) {
        let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT edition, marvel FROM origin"))
        return (row?[0] ?? 0, row?[1] ?? false)
    }

    private static func numbers(_ question: Selection.Question, keep: Bool, _ db: Database) throws -> [Int] {
        let statement = keep ? try db.cachedStatement(sql: question.sql) : try db.makeStatement(sql: question.sql)
        return try Int.fetchAll(statement, arguments: StatementArguments(question.arguments))
    }

    private static func holds(_ owner: ListQuery.Owner, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM body WHERE key = ?")
        return try Int.fetchOne(statement, arguments: [owner.kind.key(owner.id)]) != nil
    }

    private static func append(_ ids: ArraySlice<Int>, of kind: Kind, to found: inout Found, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "SELECT json FROM body WHERE key = ?")
        for id in ids {
            guard let body = try Data.fetchOne(statement, arguments: [kind.key(id)]) else { continue }
            if found.count > 0 { found.results.append(UInt8(ascii: ",")) }
            found.results.append(contentsOf: body)
            found.count += 1
        }
    }
}
