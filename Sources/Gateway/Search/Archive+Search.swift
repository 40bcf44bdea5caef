import FoundationEssentials
import GRDB

extension Archive {
    /// Returns a page of the characters with all words of a text in names, aliases or the description.
    static func search(_ text: String, _ query: ListQuery, _ db: Database) throws -> ListResult {
        let (typed, kinds) = (SearchText.typed(text), try searchKinds(db))
        var names = try NameSearch(db, typed, end: kinds[.characters]?.upperBound ?? 0)
        // Texts without a word of three letters are searched in names and aliases only.
        let similar: SimilarWords
        if names.words.contains(where: { $0.unicodeScalars.count > 2 }) {
            similar = try SimilarWords(db, to: names.matches.isEmpty ? Set(names.words + [names.joined]) : [])
            try names.findSimilar(similar)
            try names.findDescriptions()
        } else {
            similar = try SimilarWords(db, to: [])
        }
        var result = ListResult(total: names.matches.count)
        let page = names.matches.dropFirst(query.offset).prefix(query.limit)
        try append(page, SearchReasons(names, similar, db), facts: query.facts, to: &result, db)
        return result
    }

    /// Returns a page of the objects that a text finds.
    static func search(_ query: SearchQuery, _ thesaurus: Thesaurus, _ db: Database) throws -> ListResult {
        let (typed, kinds) = (SearchText.typed(query.text), try searchKinds(db))
        var ranked = try RankedSearch(db, typed, kinds, thesaurus)
        var names = try NameSearch(db, typed, end: kinds[.characters]?.upperBound ?? 0)
        let isMissing = names.matches.isEmpty && !ranked.isComplete
        let similar = try SimilarWords(
            db, to: Set(ranked.unknownWords + (isMissing ? names.words + [names.joined] : [])))
        if isMissing { try names.findSimilar(similar) }
        try ranked.correct(similar)
        if query.kind != .characters {
            let rows = ranked.rows(query.kind)
            var result = ListResult(total: rows.count)
            try appendShort(rows.dropFirst(query.offset).prefix(query.limit), query.kind, to: &result, db)
            return result
        }
        let isComplete = ranked.isComplete || !names.matches.isEmpty
        if ranked.isComplete || names.matches.isEmpty {
            for match in ranked.characters() { names.append(match) }
        }
        var result = ListResult(total: names.matches.count)
        let page = names.matches.dropFirst(query.offset).prefix(query.limit)
        try append(page, SearchReasons(names, similar, db), facts: query.facts, to: &result, db)
        result.extra = Array(#","complete":\#(isComplete)"#.utf8)
        if query.offset == 0 { try appendGroups(ranked, to: &result, db) }
        return result
    }

    /// Returns the rows of each kind.
    private static func searchKinds(_ db: Database) throws -> [Kind: Range<Int>] {
        let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT kind, first, end FROM searchKind"))
        return Dictionary(rows.compactMap { row in Kind(key: row[0]).map { ($0, row[1]..<row[2]) } }) { first, _ in
            first
        }
    }

    /// Appends characters with the reasons of their matches.
    private static func append(
        _ matches: some Sequence<SearchMatch>, _ reasons: SearchReasons, facts: Bool, to result: inout ListResult,
        _ db: Database
    ) throws {
        let ids = try db.cachedStatement(sql: "SELECT key / 8 FROM searchRow WHERE row = ?")
        for match in matches {
            guard let id = try Int.fetchOne(ids, arguments: [match.row]) else { continue }
            try append([id], of: .characters, to: &result, db) { id in
                (facts ? try factsMember(id, db) : []) + [try reasons.member(match, id)]
            }
        }
    }

    /// Appends objects of another kind in a short form.
    private static func appendShort(
        _ rows: some Sequence<Int>, _ kind: Kind, to result: inout ListResult, _ db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT template FROM searchRow JOIN source ON source.key = searchRow.key WHERE row = ?")
        for row in rows {
            guard let bytes = try Data.fetchOne(statement, arguments: [row]) else { continue }
            let object = bytes.withUnsafeBytes { RecordTemplate.parse($0.bindMemory(to: UInt8.self)) }
            if result.count > 0 { result.results.append(UInt8(ascii: ",")) }
            let members = ["id", kind.nameField, "resourceURI", "thumbnail"].compactMap { name in
                object?[name].map { JSON.Member(name, $0) }
            }
            JSON.object(members).write(to: &result.results)
            result.count += 1
        }
    }

    /// The most objects of another kind beside the characters.
    private static let groupLimit = 5

    /// Appends the first objects of the other kinds.
    private static func appendGroups(_ ranked: RankedSearch, to result: inout ListResult, _ db: Database) throws {
        var groups: [String] = []
        for kind in Kind.searched where kind != .characters {
            let rows = ranked.rows(kind)
            guard !rows.isEmpty else { continue }
            var group = ListResult()
            try appendShort(rows.prefix(groupLimit), kind, to: &group, db)
            let results = String(decoding: group.results, as: UTF8.self)
            groups.append(#""\#(kind.rawValue)":{"total":\#(rows.count),"results":[\#(results)]}"#)
        }
        result.extra += Array(#","groups":{\#(groups.joined(separator: ","))}"#.utf8)
    }
}

/// The reasons of matches in the wire format.
private struct SearchReasons {
    private let words: [String]
    private let joined: String
    private let similar: SimilarWords
    private let db: Database

    init(_ names: NameSearch, _ similar: SimilarWords, _ db: Database) {
        (words, joined, self.similar, self.db) = (names.words, names.joined, similar, db)
    }

    /// Returns the member that explains a match, with the text that has most of the words.
    func member(_ match: SearchMatch, _ id: Int) throws -> JSON.Member {
        let texts = try candidates(match.reason, id)
        let best = texts.enumerated().max { (score($0.element), -$0.offset) < (score($1.element), -$1.offset) }
        return JSON.Member(
            "match",
            .object([
                JSON.Member("reason", .string(match.reason.rawValue)),
                JSON.Member("text", .string(best?.element ?? "")),
            ]))
    }

    private func candidates(_ reason: SearchMatch.Reason, _ id: Int) throws -> [String] {
        switch reason {
        case .name, .keyword, .description: return []
        case .alias: return try facts(id).names
        case .team: return try facts(id).teams
        case .similar:
            let name = try String.fetchOne(db, sql: "SELECT name FROM characters WHERE id = ?", arguments: [id])
            return [name ?? ""] + (try facts(id).names)
        case .title:
            // As many titles as take no time.
            let relation = "FROM relation JOIN"
            let key = Kind.characters.key(id)
            return try String.fetchAll(
                db,
                sql: """
                    SELECT name \(relation) events ON id = object WHERE subject = ? AND kind = \(Kind.events.code)
                    UNION ALL
                    SELECT name \(relation) series ON id = object WHERE subject = ? AND kind = \(Kind.series.code)
                    LIMIT 200
                    """, arguments: [key, key])
        }
    }

    private func facts(_ id: Int) throws -> Facts {
        let json = try String.fetchOne(db, sql: "SELECT json FROM facts WHERE id = ?", arguments: [id])
        return try Facts.parse((json ?? "").utf8)
    }

    /// Returns the number of typed words that a text contains.
    private func score(_ text: String) -> Int {
        let known = SearchName(text).words
        func isKnown(_ word: String) -> Bool {
            known.contains { $0.hasPrefix(word) } || !known.isDisjoint(with: similar.words(of: word, limit: 2))
        }
        return isKnown(joined) ? words.count : words.count(where: isKnown)
    }
}
