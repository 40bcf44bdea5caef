import Basics
import GRDB

/// A team in the catalogue, without its members: their records name it.
struct CatalogueTeam: Sendable {
    let record: CatalogueRecord
    let id: Int
    let name: String
    private let description: String
    /// The year in which it first appeared as a team; nil if it is unknown.
    private let founded: Int?
    /// The names of teams and characters.
    private let allies: [String]
    private let enemies: [String]

    init(_ record: CatalogueRecord) throws(CatalogueError) {
        try record.allow(["id", "name", "description", "founded", "allies", "enemies"])
        self.record = record
        (id, name) = (try record.id("id"), try record.text("name"))
        (description, founded) = (try record.text("description"), try record.optionalInt("founded"))
        (allies, enemies) = (try record.texts("allies"), try record.texts("enemies"))
    }

    var named: [String] { allies + enemies }

    /// Returns the team's fields in the wire format; `keys` has the teams and the characters by name.
    func fields(_ keys: [String: ObjectKey]) -> JSON {
        func references(_ names: [String]) -> JSON {
            .array(
                names.compactMap { name in
                    keys[name].flatMap { key in key.kind.map { .reference($0, key.id, .string(name)) } }
                })
        }
        return [
            "description": .string(description), "startYear": .integer(founded ?? 0), "allies": references(allies),
            "enemies": references(enemies),
        ]
    }
}

extension Catalogue {
    /// Teams and characters by their names.
    private var namedKeys: [String: ObjectKey] {
        let heroes = items(.characters).map { ($0.name, $0.key) }
        return Dictionary(heroes + teams.map { ($0.name, ObjectKey(.teams, $0.id)) }) { _, team in team }
    }

    /// Throws if a team occurs twice, names an unknown ally or enemy, or if a character is in an unknown team.
    func checkTeams() throws(CatalogueError) {
        let keys = namedKeys
        var (ids, words): (Set<Int>, Set<String>) = ([], [])
        for team in teams {
            guard ids.insert(team.id).inserted else { throw team.record.error("this id is already in use") }
            guard words.insert(Facts.Membership.words(team.name)).inserted else {
                throw team.record.error("there is another team “\(team.name)”")
            }
            if let unknown = team.named.first(where: { keys[$0] == nil }) {
                throw team.record.error("there is neither a team nor a character “\(unknown)”")
            }
        }
        for hero in items(.characters) {
            for membership in hero.teams where !words.contains(Facts.Membership.words(membership.team)) {
                throw hero.record.error("there is no team “\(membership.team)” in teams")
            }
        }
    }

    func writeTeams(_ db: Database) throws {
        let keys = namedKeys
        let insert = try RawStatement(db, "INSERT OR REPLACE INTO teamRecord VALUES (?, ?, ?)")
        for team in teams {
            let json = team.fields(keys).spelling.utf8.filter { $0 != JSON.baseURLMark }
            try insert.run([Facts.Membership.words(team.name), team.id, String(decoding: json, as: UTF8.self)])
        }
    }
}
