import GRDB

extension Archive {
    /// Returns a page of the characters that match a text, best first, with the reasons.
    static func search(_ text: String, _ query: ListQuery, isFromMarvel: Bool, _ db: Database) throws -> ListResult {
        let search = try CharacterSearch(db, text)
        var result = ListResult(total: search.matches.count, isFromMarvel: isFromMarvel)
        let statement = try db.cachedStatement(
            sql: """
                SELECT searchRow.id, name, json FROM searchRow JOIN characters ON characters.id = searchRow.id
                LEFT JOIN facts ON facts.id = searchRow.id WHERE row = ?
                """)
        for match in search.matches.dropFirst(query.offset).prefix(query.limit) {
            guard let row = try Row.fetchOne(statement, arguments: [match.row]) else { continue }
            let facts = try Facts.parse((row[2] as String? ?? "").utf8)
            let member = search.member(match, names: [row[1]] + facts.names)
            try append([row[0]], of: .characters, to: &result, db) { id in
                (query.facts ? try factsMember(id, db) : []) + [member]
            }
        }
        return result
    }
}
