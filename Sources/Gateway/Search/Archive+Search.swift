import Basics
import FoundationEssentials
import GRDB

extension Archive {
    /// Returns a page of the objects that a text finds.
    static func search(_ query: SearchQuery, _ thesaurus: Thesaurus, _ db: Database) throws -> ListResult {
        var search = try Search(db, query.text, thesaurus)
        var matches = search.names()
        if matches.isEmpty, !search.isComplete { matches = try search.similarNames() }
        try search.complete()
        if query.kind != .characters {
            let rows = search.rows(query.kind)
            var result = ListResult(total: rows.count)
            let ids = try rows.dropFirst(query.offset).prefix(query.limit).compactMap { try id(of: $0, db) }
            try append(ids, of: query.kind, to: &result, db) { _ in [] }
            return result
        }
        let isComplete = search.isComplete
        let isFound = isComplete || !matches.isEmpty
        if isComplete || matches.isEmpty {
            let known = Set(matches.map(\.row))
            matches += search.characters().filter { !known.contains($0.row) }
        }
        var result = try page(of: matches, search, query, db)
        result.extra = Array(#","complete":\#(isFound)"#.utf8)
        if query.offset == 0 { try appendGroups(search, to: &result, db) }
        return result
    }

    private static func page(
        of matches: [RowMatch], _ search: Search, _ query: SearchQuery, _ db: Database
    ) throws -> ListResult {
        var result = ListResult(total: matches.count)
        let reasons = SearchReasons(search: search, db: db)
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

    private static func id(of row: Int, _ db: Database) throws -> Int? {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT \(ObjectKey.idSQL("key")) FROM searchRow WHERE row = ?"), arguments: [row])
    }

    /// Returns an object of another kind in a short form.
    private static func short(_ row: Int, _ kind: Kind, _ db: Database) throws -> String? {
        guard let id = try id(of: row, db), let object = try object(ObjectKey(kind, id), db) else { return nil }
        let names = ["id", kind.nameField, "resourceURI", "thumbnail"]
        return JSON.object(names.compactMap { name in object[name].map { JSON.Member(name, $0) } }).spelling
    }

    /// The most objects of another kind beside the characters.
    private static let groupLimit = 5

    /// Appends the first objects of the other kinds.
    private static func appendGroups(_ search: Search, to result: inout ListResult, _ db: Database) throws {
        var groups: [String] = []
        for kind in Kind.searched where kind != .characters {
            let rows = search.rows(kind)
            guard !rows.isEmpty else { continue }
            let results = try rows.prefix(groupLimit).compactMap { try short($0, kind, db) }.joined(separator: ",")
            groups.append(#""\#(kind.rawValue)":{"total":\#(rows.count),"results":[\#(results)]}"#)
        }
        result.extra += Array(#","groups":{\#(groups.joined(separator: ","))}"#.utf8)
    }
}

/// The reasons of matches in the wire format.
private struct SearchReasons {
    let search: Search
    let db: Database

    /// Returns the member that explains a match, with the text that has most of the words.
    func member(_ match: RowMatch, _ id: Int) throws -> JSON.Member {
        let texts = try candidates(match.reason, id)
        let best = texts.enumerated().max { (score($0.element), -$0.offset) < (score($1.element), -$1.offset) }
        return JSON.Member(
            "match",
            .object([
                JSON.Member("reason", .string(match.reason.rawValue)),
                JSON.Member("text", .string(best?.element ?? "")),
            ]))
    }

    private func candidates(_ reason: RowMatch.Reason, _ id: Int) throws -> [String] {
        switch reason {
        case .name, .keyword, .description: return []
        case .alias: return try facts(id).names
        case .team: return try facts(id).teams
        case .similar:
            let statement = try db.cachedStatement(sql: "SELECT name FROM characters WHERE id = ?")
            let name = try String.fetchOne(statement, arguments: [id])
            return [name ?? ""] + (try facts(id).names)
        case .title: return try title(id).map { [$0] } ?? []
        }
    }

    /// Returns the title of a character's event or series that has most of the words.
    private func title(_ id: Int) throws -> String? {
        let lists = [Kind.events, .series].map { kind in
            "SELECT name, folded FROM relation JOIN \(kind.rawValue) ON id = object WHERE subject = ? AND kind = \(kind.code)"
        }
        let score = search.words.map { _ in "(instr(folded, ?) > 0)" }.joined(separator: " + ")
        let statement = try db.cachedStatement(
            sql: "SELECT name FROM (\(lists.joined(separator: " UNION ALL "))) ORDER BY \(score) DESC LIMIT 1")
        let key = ObjectKey(.characters, id)
        return try String.fetchOne(statement, arguments: [key, key] + StatementArguments(search.words))
    }

    private func facts(_ id: Int) throws -> Facts {
        let statement = try db.cachedStatement(sql: "SELECT json FROM facts WHERE id = ?")
        let json = try String.fetchOne(statement, arguments: [id])
        return try Facts.parse((json ?? "").utf8)
    }

    /// Returns the number of typed words that a text contains.
    private func score(_ text: String) -> Int {
        let known = SearchName(text).words
        func isKnown(_ word: String) -> Bool {
            known.contains { $0.hasPrefix(word) } || !known.isDisjoint(with: search.similar.words(of: word, limit: 2))
        }
        return isKnown(search.joined) ? search.words.count : search.words.count(where: isKnown)
    }
}
