import FoundationEssentials
import GRDB

extension Archive {
    /// Objects as they are sent: JSON without its address (see `JSON.addressMark`), joined by commas.
    struct ListResult: Sendable {
        /// How many there are beyond this page too.
        var total = 0
        var count = 0
        var results: [UInt8] = []
        /// Whose data this is: Marvel's as soon as anything of theirs was put in.
        var isMarvels = false
    }

    /// Returns the one object; nil if the archive has none of this id.
    func object(_ kind: Kind, _ id: Int) async throws -> ListResult? {
        try await database.read { db in
            var found = ListResult(total: 1, isMarvels: try Self.origin(db).isMarvels)
            try Self.append([id], of: kind, to: &found, db)
            return found.count == 1 ? found : nil
        }
    }

    /// Returns a page of a list; nil if the object whose relations are asked for is not in the archive.
    func list(_ query: ListQuery) async throws -> ListResult? {
        try await database.read { db in
            if let owner = query.owner, try !Self.holds(owner, db) { return nil }
            let origin = try Self.origin(db)
            let executor = try QueryExecutor(query, revision: origin.revision, cache: columns, db)
            let (total, ranks) = try executor.page()
            var found = ListResult(total: total, isMarvels: origin.isMarvels)
            let place = try db.cachedStatement(sql: "SELECT id FROM \(query.kind.rawValue) WHERE rank = ?")
            let ids = try ranks.compactMap { try Int.fetchOne(place, arguments: [Int($0)]) }
            try Self.append(ids, of: query.kind, to: &found, db)
            return found
        }
    }

    static func origin(_ db: Database) throws -> (revision: Int, isMarvels: Bool) {
        let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT edition, marvel FROM origin"))
        return (row?[0] ?? 0, row?[1] ?? false)
    }

    private static func holds(_ owner: ListQuery.Owner, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM body WHERE key = ?")
        return try Int.fetchOne(statement, arguments: [owner.kind.key(owner.id)]) != nil
    }

    private static func append(_ ids: [Int], of kind: Kind, to found: inout ListResult, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "SELECT json FROM body WHERE key = ?")
        for id in ids {
            guard let body = try Data.fetchOne(statement, arguments: [kind.key(id)]) else { continue }
            if found.count > 0 { found.results.append(UInt8(ascii: ",")) }
            found.results.append(contentsOf: body)
            found.count += 1
        }
    }
}
