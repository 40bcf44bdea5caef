import Basics
import FoundationEssentials
import GRDB

extension Archive {
    /// Returns a page of the objects that a text finds: what it names first, then what has its words.
    static func search(_ query: SearchQuery, _ vocabulary: Vocabulary, _ db: Database) throws -> ListResult {
        let results = try SearchRanking(db, query.text, vocabulary)
        guard query.kind == .characters else {
            let rows = try results.rows(query.kind)
            var result = ListResult(total: rows.count)
            let ids = try rows.dropFirst(query.offset).prefix(query.limit).compactMap { try id(of: $0, db) }
            try append(ids, of: query.kind, to: &result, db) { _ in [] }
            return result
        }
        var result = try page(of: try results.characters(), results, query, db)
        result.extra += Array(#","complete":\#(results.isComplete)"#.utf8)
        if query.offset == 0 {
            try appendNamed(results.named, to: &result, db)
            try appendGroups(results, to: &result, db)
            try appendList(results, to: &result, db)
        }
        return result
    }

    private static func page(
        of matches: [RowMatch], _ results: SearchRanking, _ query: SearchQuery, _ db: Database
    ) throws -> ListResult {
        var result = ListResult(total: matches.count)
        let reasons = SearchReasons(results, db)
        for match in matches.dropFirst(query.offset).prefix(query.limit) {
            guard let id = try id(of: match.row, db) else { continue }
            try append([id], of: .characters, to: &result, db) { id in
                (query.facts ? try factsMember(id, db) : []) + [try reasons.member(match, id)]
            }
        }
        return result
    }

    static func searchKinds(_ db: Database) throws -> [Kind: Range<Int>] {
        let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT kind, first, end FROM searchKind"))
        return Dictionary(
            rows.compactMap { row in Kind(code: row[0]).map { ($0, row[1]..<row[2]) } }, uniquingKeysWith: { $1 })
    }

    static func id(of row: Int, _ db: Database) throws -> Int? {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT \(ObjectKey.idSQL("key")) FROM searchRow WHERE row = ?"), arguments: [row])
    }

    static func name(of named: NamedRow, _ db: Database) throws -> String? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT name FROM searchRow JOIN \(named.kind.rawValue) ON id = \(ObjectKey.idSQL("key")) WHERE row = ?
                """)
        return try String.fetchOne(statement, arguments: [named.row])
    }

    /// Returns the named members of an object.
    private static func members(_ names: [String], of row: Int, _ kind: Kind, _ db: Database) throws -> JSON? {
        guard let id = try id(of: row, db), let object = try object(ObjectKey(kind, id), db) else { return nil }
        return JSON.object(names.compactMap { name in object[name].map { JSON.Member(name, $0) } })
    }

    /// The members of a named object besides its id and name.
    static let foundMembers = [
        "description", "resourceURI", "thumbnail", "start", "end", "startYear", "endYear", "dates",
    ]

    /// The most named objects, and the most objects of another kind beside the characters.
    private static let (namedLimit, groupLimit) = (6, 5)

    /// Appends the objects with their complete names in the search, of each name the one that is meant.
    private static func appendNamed(_ named: [NamedRow], to result: inout ListResult, _ db: Database) throws {
        let objects = try named.unique(by: \.words).prefix(namedLimit).compactMap { named in
            let names = ["id", named.kind.nameField] + foundMembers
            return try members(names, of: named.row, named.kind, db).map { object in
                JSON.object([JSON.Member("kind", .string(named.kind.rawValue)), JSON.Member("result", object)]).spelling
            }
        }
        if !objects.isEmpty { result.extra += Array(#","named":[\#(objects.joined(separator: ","))]"#.utf8) }
    }

    /// Appends the first objects of the other kinds, and the kind that the search asks for.
    private static func appendGroups(_ results: SearchRanking, to result: inout ListResult, _ db: Database) throws {
        var groups: [String] = []
        for kind in Kind.searched where kind != .characters {
            let rows = try results.rows(kind)
            guard !rows.isEmpty else { continue }
            let names = ["id", kind.nameField, "resourceURI", "thumbnail"]
            let objects = try rows.prefix(groupLimit).compactMap { try members(names, of: $0, kind, db)?.spelling }
            groups.append(
                #""\#(kind.rawValue)":{"total":\#(rows.count),"results":[\#(objects.joined(separator: ","))]}"#)
        }
        result.extra += Array(#","groups":{\#(groups.joined(separator: ","))}"#.utf8)
        if let kind = results.askedKind { result.extra += Array(#","asked":"\#(kind.rawValue)""#.utf8) }
    }

    /// Appends the parameters of the list of characters that the search asks for, if there are any in it.
    private static func appendList(_ results: SearchRanking, to result: inout ListResult, _ db: Database) throws {
        guard let asked = results.askedList else { return }
        let team = try asked.team.flatMap { try id(of: $0.row, db) }.map { [("teams", String($0))] } ?? []
        let parameters = team + asked.values
        var list = ListQuery(kind: .characters)
        for (name, value) in parameters { try Kind.characters.filters[name]?.apply(to: &list, name, value, today: 0) }
        let total = try list.total(db)
        guard total > 0 else { return }
        let members = [JSON.Member("total", .integer(total))] + parameters.map { JSON.Member($0, .string($1)) }
        result.extra += Array(#","list":\#(JSON.object(members).spelling)"#.utf8)
    }
}
