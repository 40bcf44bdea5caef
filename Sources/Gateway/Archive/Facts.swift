import Basics
import GRDB

/// The facts of a character that Marvel's API did not have; unknown ones are nil or empty.
struct Facts: Sendable {
    var realName: String?
    var aliases: [String] = []
    var teams: [Membership] = []
    var firstAppearance: String?
    /// One of `sides`, or of `genders`.
    var side, gender: String?
    /// Words by which the character is found, which are not shown.
    var keywords: String?
    /// True for one of the dozen that come first in the order by fame.
    var isIcon = false

    static let (sides, genders) = (["hero", "villain", "both"], ["female", "male"])

    var names: [String] { [realName].compactMap(\.self) + aliases }

    /// Returns the facts as stored, or in the wire format: with the key of the first appearance and the objects of
    /// teams; nil if there are none. Keywords and icons are only stored.
    func json(
        isStored: Bool = false, first: ObjectKey? = nil, team: (String) -> Int? = { _ in nil }
    ) -> JSON? {
        var members: [JSON.Member] = []
        if let realName { members.append(JSON.Member("realName", .string(realName))) }
        if !aliases.isEmpty { members.append(JSON.Member("aliases", .array(aliases.map(JSON.string)))) }
        if !teams.isEmpty { members.append(JSON.Member("teams", .array(teams.map { $0.json(id: team($0.team)) }))) }
        if let firstAppearance {
            let name = JSON.string(firstAppearance)
            let comic = first.flatMap { key in key.kind.map { JSON.reference($0, key.id, name) } }
            members.append(JSON.Member("firstAppearance", comic ?? ["name": name]))
        }
        for (name, word) in [("side", side), ("gender", gender)] {
            if let word { members.append(JSON.Member(name, .string(word))) }
        }
        if isStored, let keywords { members.append(JSON.Member("keywords", .string(keywords))) }
        if isStored, isIcon { members.append(JSON.Member("icon", .bool(true))) }
        return members.isEmpty ? nil : .object(members)
    }
}

extension JSON {
    /// Returns the reference to an object: its URL and its name.
    static func reference(_ kind: Kind, _ id: Int, _ name: JSON) -> JSON {
        ["resourceURI": .localURL(kind.path(id)), "name": name]
    }

    /// The value with the base URL before each path of this service.
    var withLocalPaths: JSON {
        switch self {
        case .string(let text) where text.hasPrefix("/v1/") || text.hasPrefix("/images/"): .localURL(text)
        case .array(let elements): .array(elements.map(\.withLocalPaths))
        case .object(let members): .object(members.map { Member($0.name, $0.value.withLocalPaths) })
        default: self
        }
    }
}

extension Facts {
    /// A team of the character.
    struct Membership: Hashable, Sendable {
        let team: String
        /// The character's part in it, such as "founder" or "since 1975"; empty if it is unknown.
        var role = ""

        /// Reads a team as written in the catalogue: "Avengers" or "Avengers (founder)". A name may end in brackets
        /// itself, with a capital.
        init(line: String) {
            guard line.last == ")", let bracket = line.ranges(of: " (").last,
                let first = line[bracket.upperBound...].first, first.isLowercase || first.isNumber
            else {
                team = line
                return
            }
            (team, role) = (String(line[..<bracket.lowerBound]), String(line[bracket.upperBound...].dropLast()))
        }

        /// Reads a team in the wire format, which may be a name only; nil if it has none.
        init?(_ json: JSON) {
            guard let team = Facts.text(json["name"] ?? json) else { return nil }
            (self.team, role) = (team, Facts.text(json["role"]) ?? "")
        }

        /// Returns the normalized name of a team: its words without articles.
        static func words(_ name: String) -> String {
            SearchText.withoutArticles(SearchText.words(name)).joined(separator: " ")
        }

        /// Returns the name, or an object with the URL of a team with an id, and with the role if there is one.
        func json(id: Int?) -> JSON {
            let reference = id.map { JSON.reference(.teams, $0, .string(team)) }
            if role.isEmpty { return reference ?? .string(team) }
            guard case .object(let members) = reference ?? ["name": .string(team)] else { return .string(team) }
            return .object(members + [JSON.Member("role", .string(role))])
        }
    }

    /// Reads facts in the wire format, without values of other types; teams may be names only.
    init(_ json: JSON) {
        realName = Self.text(json["realName"])
        aliases = json["aliases"]?.elements.compactMap(Self.text) ?? []
        teams = json["teams"]?.elements.compactMap(Membership.init) ?? []
        firstAppearance = Self.text(json["firstAppearance"]?["name"])
        (side, gender) = (Self.word(json["side"], of: Self.sides), Self.word(json["gender"], of: Self.genders))
        keywords = Self.text(json["keywords"])
        isIcon = json["icon"] == .bool(true)
    }

    /// Parses stored facts; without any, there are none.
    static func parse(_ json: some Sequence<UInt8>) throws -> Facts {
        let bytes = Array(json)
        return bytes.isEmpty ? Facts() : Facts(try JSONParser.parse(bytes))
    }

    /// Returns the text of a string that is one of these.
    static func word(_ json: JSON?, of words: [String]) -> String? {
        json?.text.flatMap { words.contains($0) ? $0 : nil }
    }

    /// Returns the text of a string that is not blank.
    static func text(_ json: JSON?) -> String? {
        json?.text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
}

extension Archive {
    /// Writes the facts in the wire format, with the ids of teams and of first appearances, the makers of the first comic,
    /// and the characters with the same name before brackets.
    static func linkFacts(_ teams: [String: Int], _ db: Database) throws {
        try db.execute(sql: "DELETE FROM linkedFacts")
        let insert = try RawStatement(db, "INSERT INTO linkedFacts VALUES (?, ?)")
        let find = try RawStatement(
            db,
            """
            SELECT 0, \(ObjectKey.sql("id", .comics)) FROM comics WHERE folded = ?1
            UNION ALL SELECT 1 + (folded <> ?2), \(ObjectKey.sql("id", .series)) FROM series
              WHERE folded = ?2 OR folded BETWEEN ?3 AND ?3 || '~' ORDER BY 1, 2
            """)
        let makers = try RawStatement(
            db,
            """
            SELECT link.object, creators.name FROM link JOIN creators ON creators.id = link.object
            WHERE link.subject = ? AND link.kind = \(Kind.creators.code)
              AND (link.role LIKE '%writer%' OR link.role LIKE '%pencil%' OR link.role LIKE '%artist%')
              -- Those who made only the cover did not create the hero.
              AND coalesce((SELECT max(stories.type <> 'cover') FROM link AS part JOIN stories ON stories.id = part.object
                JOIN link AS credit ON credit.subject = \(ObjectKey.sql("stories.id", .stories))
                  AND credit.kind = link.kind AND credit.object = link.object
                WHERE part.subject = link.subject AND part.kind = \(Kind.stories.code)), 1)
            ORDER BY link.role LIKE '%writer%' DESC, creators.rank
            """)
        let namesakes = try RawStatement(
            db,
            """
            SELECT id, name FROM characters WHERE id <> ?1 AND (folded = ?2 OR folded BETWEEN ?2 || ' (' AND ?2 || ' (~')
            ORDER BY fame DESC, rank
            """)
        let setDay = try RawStatement(db, "UPDATE characters SET first = ? WHERE id = ?")
        let days = try FirstDays(db)
        let rows = try RawStatement(
            db,
            "SELECT facts.id, json, folded FROM facts LEFT JOIN characters ON characters.id = facts.id ORDER BY facts.id"
        )
        while try rows.next() {
            let facts = try Facts.parse(rows.bytes(1))
            let first = try facts.firstAppearance.flatMap { try find.firstAppearance($0) }
            if let title = facts.firstAppearance, let day = try days.day(of: title, first) {
                try setDay.run([day, rows.int(0)])
            }
            var members: [JSON.Member] = []
            if case .object(let known)? = facts.json(first: first, team: { teams[$0] }) { members = known }
            let folded = String(decoding: rows.bytes(2), as: UTF8.self)
            let comic = first.flatMap { $0.kind == .comics ? $0 : nil }
            let lists = [
                ("creators", try comic.map { try makers.references(.creators, [$0]) } ?? []),
                ("namesakes", try namesakes.references(.characters, [rows.int(0), Columns.withoutYears(folded)])),
            ]
            members += lists.filter { !$1.isEmpty }.map { JSON.Member($0, .array($1)) }
            let bytes = JSON.object(members).spelling.utf8.filter { $0 != JSON.baseURLMark }
            if !members.isEmpty { try insert.run([rows.int(0), String(decoding: bytes, as: UTF8.self)]) }
        }
    }

    /// Returns the facts of a character as a member of its object, if it has any; a single one has more of them.
    static func factsMember(_ id: Int, _ db: Database, isSingle: Bool = false) throws -> [JSON.Member] {
        let statement = try db.cachedStatement(sql: "SELECT json FROM linkedFacts WHERE id = ?")
        let json = try String.fetchOne(statement, arguments: [id]) ?? "{}"
        guard case .object(var members) = try JSONParser.parse(Array(json.utf8)).withLocalPaths else { return [] }
        if isSingle { members += try details(of: id, db) }
        return members.isEmpty ? [] : [JSON.Member("facts", .object(members))]
    }
}

extension RawStatement {
    /// Returns references to the objects that the statement finds for these arguments.
    fileprivate func references(_ kind: Kind, _ arguments: [any DatabaseValueConvertible]) throws -> [JSON] {
        try bind(arguments)
        var references: [JSON] = []
        while try next() {
            references.append(.reference(kind, int(0), .string(String(decoding: bytes(1), as: UTF8.self))))
        }
        return references
    }

    /// Returns the key of the comic with this title, or else of its series; nil if there is neither.
    fileprivate func firstAppearance(_ title: String) throws -> ObjectKey? {
        let folded = Folding.fold(title)
        let series = folded.ranges(of: " #").last.map { String(folded[..<$0.lowerBound]) } ?? ""
        // A comic's title has only the first year of its series.
        try bind([folded, series, (series.last == ")" ? series.dropLast() : "?") + " - "])
        var key: ObjectKey?
        while try next() { key = key ?? self.key(1) }
        return key
    }
}
