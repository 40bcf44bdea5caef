import Basics
import GRDB

extension Archive {
    /// Writes the teams that the facts of characters name, in place of those of an earlier addition. Returns their ids
    /// by all of their names.
    static func writeTeams(_ db: Database) throws -> [String: Int] {
        let team = Kind.teams.code
        let keys = "SELECT \(ObjectKey.sql("id", .teams)) FROM teams"
        try db.execute(
            sql: """
                DELETE FROM link WHERE (subject, kind, object) IN
                  (SELECT \(ObjectKey.sql("object", code: "kind")), \(team), \(ObjectKey.idSQL("subject")) FROM link
                   WHERE subject IN (\(keys)));
                DELETE FROM link WHERE subject IN (\(keys));
                DELETE FROM source WHERE key IN (\(keys));
                DELETE FROM body WHERE key IN (\(keys));
                DELETE FROM teams
                """)
        let (words, teams) = try teams(db)
        let records = try teamRecords(db)
        var ids = records.mapValues(\.id)
        var used = Set(ids.values)
        let entries = teams.sorted { $0.key < $1.key }.map { key, team in
            var id = ids[key] ?? teamID(key)
            while ids[key] == nil, !used.insert(id).inserted { id += 1 }
            ids[key] = id
            var known = records[key]?.fields ?? ["description": .string(team.description)]
            known["thumbnail"] = team.mosaic
            return ArchiveEntry(
                kind: .teams, id: id, fields: known.merging(["name": .string(team.name)]) { $1 }, links: team.links)
        }
        try RecordWriter(db).add(entries)
        return words.compactMapValues { ids[$0] }
    }

    /// Reads what the catalogue knows of teams, by the words of their names.
    private static func teamRecords(_ db: Database) throws -> [String: (id: Int, fields: [String: JSON])] {
        var records: [String: (id: Int, fields: [String: JSON])] = [:]
        let rows = try RawStatement(db, "SELECT words, id, json FROM teamRecord")
        while try rows.next() {
            guard case .object(let members) = try JSONParser.parse(Array(rows.bytes(2))).withLocalPaths else {
                continue
            }
            let fields = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
            records[String(decoding: rows.bytes(0), as: UTF8.self)] = (rows.int(1), fields)
        }
        return records
    }

    /// Reads the teams from the facts, by the words of their names without articles; and the words of each name.
    private static func teams(
        _ db: Database
    ) throws -> (words: [String: String], teams: [String: Team]) {
        var words: [String: String] = [:]
        var teams: [String: Team] = [:]
        let rows = try RawStatement(
            db,
            """
            SELECT facts.id, json, name, (SELECT count(*) FROM link
            WHERE subject = \(ObjectKey.sql("facts.id", .characters)) AND kind = \(Kind.comics.code)) AS comics,
            (SELECT CASE WHEN instr(template, CAST('/images/characters/' || facts.id || '","extension":"svg"' AS BLOB)) THEN 'svg'
              WHEN instr(template, CAST('/images/characters/' || facts.id || '","extension":"png"' AS BLOB)) THEN 'png'
              ELSE '' END
             FROM source WHERE key = \(ObjectKey.sql("facts.id", .characters))) AS picture
            FROM facts JOIN characters ON characters.id = facts.id
            ORDER BY comics DESC, facts.id
            """)
        while try rows.next() {
            let (id, name) = (rows.int(0), String(decoding: rows.bytes(2), as: UTF8.self))
            let picture = String(decoding: rows.bytes(4), as: UTF8.self)
            for membership in try Facts.parse(rows.bytes(1)).teams {
                let team = membership.team
                let key = words[team] ?? Facts.Membership.words(team)
                words[team] = key
                teams[key, default: Team(name: team)].members.append(
                    Member(id: id, name: name, role: membership.role, picture: picture))
            }
        }
        return (words, teams)
    }

    private struct Member {
        let id: Int
        let name: String
        let role: String
        /// The format of the portrait; empty if it is not drawn here.
        let picture: String
    }

    private struct Team {
        let name: String
        /// Those in the most comics first.
        var members: [Member] = []

        /// The portraits of its founders and other first members; nil unless some are drawn here.
        var mosaic: JSON? {
            let drawn = members.filter { !$0.picture.isEmpty }
            let first = drawn.filter { $0.role == "founder" } + drawn.filter { $0.role != "founder" }
            return first.first.map { .mosaic(first.map(\.id).unique(by: \.self), $0.picture) }
        }

        var links: [ArchiveEntry.Link] {
            members.unique(by: \.id).map { ArchiveEntry.Link(kind: .characters, id: $0.id, role: $0.role) }
        }

        /// The names of the first members, and the number of others.
        var description: String {
            let names = members.prefix(3).map(\.name)
            let others = members.count - names.count
            return names.joined(separator: ", ") + (others > 0 ? " and \(others) more." : ".")
        }
    }

    /// Returns the id of a team that the catalogue does not have, the same in every archive: a hash of its words (FNV-1a,
    /// 31 bits).
    private static func teamID(_ words: String) -> Int {
        let hash = words.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return max(1, Int(hash >> 1))
    }
}
