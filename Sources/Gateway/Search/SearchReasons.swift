import Basics
import GRDB

/// The reasons of matches in the wire format.
struct SearchReasons {
    private let results: SearchRanking
    private let db: Database

    init(_ results: SearchRanking, _ db: Database) { (self.results, self.db) = (results, db) }

    /// Returns the member that explains a match, with the text that has most of the words.
    func member(_ match: RowMatch, _ id: Int) throws -> JSON.Member {
        let texts = try match.text.map { [$0] } ?? candidates(match.reason, id)
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
        case .name, .keyword, .description, .creator: return []
        case .alias: return try facts(id).names
        case .team: return try facts(id).teams.map(\.team)
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
        let score = results.words.map { _ in "(instr(folded, ?) > 0)" }.joined(separator: " + ")
        let statement = try db.cachedStatement(
            sql: "SELECT name FROM (\(lists.joined(separator: " UNION ALL "))) ORDER BY \(score) DESC LIMIT 1")
        let key = ObjectKey(.characters, id)
        return try String.fetchOne(statement, arguments: [key, key] + StatementArguments(results.words))
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
            known.contains { $0.hasPrefix(word) } || !known.isDisjoint(with: results.similar.words(of: word, limit: 2))
        }
        return isKnown(results.words.joined()) ? results.words.count : results.words.count(where: isKnown)
    }
}
