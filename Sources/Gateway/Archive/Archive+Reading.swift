import Basics
import FoundationEssentials
import GRDB

extension Archive {
    /// A page of a list: JSON objects joined by commas, with `JSON.baseURLMark` in place of the base URL.
    struct ListResult: Sendable {
        /// The number of objects in the list, on all pages.
        var total = 0
        var count = 0
        var results: [UInt8] = []
        var isFromMarvel = false
        /// The JSON members after the results, with a comma before each.
        var extra: [UInt8] = []
        /// The relations and the paths of what the archive has beyond Marvel's API.
        var announced: [(relation: String, path: String)] = []

        mutating func append(_ object: some Sequence<UInt8>) {
            if count > 0 { results.append(UInt8(ascii: ",")) }
            results.append(contentsOf: object)
            count += 1
        }
    }

    /// Reads a list, with what is known of all of the archive's data.
    func read(_ list: @escaping @Sendable (Database) throws -> ListResult?) async throws -> ListResult? {
        try await checked { db in
            guard var result = try list(db) else { return nil }
            result.isFromMarvel = try Self.isFromMarvel(db)
            result.announced = try Row.fetchAll(db.cachedStatement(sql: "SELECT relation, path FROM announced"))
                .map { ($0[0], $0[1]) }
            return result
        }
    }

    /// Reads from the database; throws if its file was overwritten.
    private func checked<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            let value = try await database.read(body)
            try watch?.check()
            return value
        } catch let error as DatabaseError {
            // An overwritten file looks damaged.
            try watch?.check()
            throw error
        }
    }

    /// Throws if the archive cannot be read.
    package func check() async throws { _ = try await checked(Self.isFromMarvel) }

    /// The reason why the archive is not as it should be, with the remedy; nil if it is.
    package var advice: String? { watch?.advice }

    /// Returns the object, with its facts if `facts` is true; nil if the archive does not contain it.
    func object(_ kind: Kind, _ id: Int, facts: Bool = false) async throws -> ListResult? {
        try await read { db in
            var result = ListResult(total: 1)
            try Self.append([id], of: kind, to: &result, db) {
                facts ? try Self.factsMember($0, db, isSingle: true) : []
            }
            return result.count == 1 ? result : nil
        }
    }

    /// Returns a page of a list; nil if the query's owner is not in the archive.
    func list(_ query: ListQuery) async throws -> ListResult? {
        try await read { db in
            if let owner = query.owner, try !Self.contains(owner, db) { return nil }
            var result = ListResult(total: try query.total(db))
            guard query.offset < result.total else { return result }
            try Self.append(query.page(db), of: query.kind, to: &result, db) { id in
                guard query.facts else { return [] }
                let facts = query.kind == .characters ? try Self.factsMember(id, db) : []
                return facts + (try query.owner.map { try Self.roleMember(of: query.kind, id, in: $0, db) } ?? [])
            }
            return result
        }
    }

    /// Returns the part of an object in the owner of its list, such as "main" or "tie-in", as a member of it, if it has
    /// any.
    private static func roleMember(
        of kind: Kind, _ id: Int, in owner: ObjectKey, _ db: Database
    ) throws -> [JSON.Member] {
        let statement = try db.cachedStatement(
            sql: "SELECT role FROM link WHERE subject = ? AND kind = ? AND object = ? AND role <> ''")
        let role = try String.fetchOne(statement, arguments: [owner, kind.code, id])
        return role.map { [JSON.Member("role", .string($0))] } ?? []
    }

    func search(_ query: SearchQuery, _ vocabulary: Vocabulary) async throws -> ListResult? {
        try await read { try Self.search(query, vocabulary, $0) }
    }

    static func isFromMarvel(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: "SELECT marvel FROM origin")) ?? false
    }

    static func contains(_ key: ObjectKey, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM body WHERE key = ?")
        return try Int.fetchOne(statement, arguments: [key]) != nil
    }

    /// Appends the objects, each with more members at its end.
    static func append(
        _ ids: [Int], of kind: Kind, to result: inout ListResult, _ db: Database,
        members: (Int) throws -> [JSON.Member]
    ) throws {
        let statement = try db.cachedStatement(sql: "SELECT json FROM body WHERE key = ?")
        for id in ids {
            guard let body = try Data.fetchOne(statement, arguments: [ObjectKey(kind, id)]) else { continue }
            result.append(body)
            for member in try members(id) {
                result.results[result.results.endIndex - 1] = UInt8(ascii: ",")
                member.write(to: &result.results)
                result.results.append(UInt8(ascii: "}"))
            }
        }
    }
}

extension Archive {
    /// The numbers of objects, and a hero for examples.
    struct Overview: Sendable {
        let counts: [(kind: Kind, count: Int)]
        /// Spider-Man, or else another hero; nil if there is none.
        let hero: (id: Int, name: String)?
        let isFromMarvel: Bool
    }

    /// Reads the overview. Ranks have an index, so the numbers take no time in a large archive.
    func overview() async throws -> Overview {
        try await checked { db in
            let counts = try Kind.allCases.map { kind in
                (kind, try (Int.fetchOne(db, sql: "SELECT max(rank) FROM \(kind.rawValue)") ?? -1) + 1)
            }
            let heroes = "SELECT id, name FROM characters ORDER BY folded < 'spider-man', rank LIMIT 1"
            let hero = try Row.fetchOne(db, sql: heroes).map { (id: $0[0] as Int, name: $0[1] as String) }
            return Overview(counts: counts, hero: hero, isFromMarvel: try Self.isFromMarvel(db))
        }
    }
}
