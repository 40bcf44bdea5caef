import GRDB

/// The facts of a character that Marvel's API did not have; unknown ones are nil or empty.
struct Facts: Sendable {
    var realName: String?
    var aliases: [String] = []
    var teams: [String] = []
    /// The title of a comic.
    var firstAppearance: String?
    /// Words by which the character is found, which are not shown.
    var keywords: String?

    var names: [String] { [realName].compactMap(\.self) + aliases }

    /// Returns the facts in the wire format; nil if there are none. `comic` is the id of the first appearance. Keywords
    /// are only stored.
    func json(comic: Int? = nil, withKeywords: Bool = false) -> JSON? {
        var members: [JSON.Member] = []
        if let realName { members.append(JSON.Member("realName", .string(realName))) }
        for (name, texts) in [("aliases", aliases), ("teams", teams)] where !texts.isEmpty {
            members.append(JSON.Member(name, .array(texts.map(JSON.string))))
        }
        if let firstAppearance {
            let link = comic.map { JSON.Member("resourceURI", .localURL(Kind.comics.path($0))) }
            let value = [JSON.Member("name", .string(firstAppearance))] + [link].compactMap(\.self)
            members.append(JSON.Member("firstAppearance", .object(value)))
        }
        if withKeywords, let keywords { members.append(JSON.Member("keywords", .string(keywords))) }
        return members.isEmpty ? nil : .object(members)
    }
}

extension Facts {
    /// Reads facts in the wire format, without values of other types.
    init(_ json: JSON) {
        realName = Self.text(json["realName"])
        aliases = json["aliases"]?.elements.compactMap(Self.text) ?? []
        teams = json["teams"]?.elements.compactMap(Self.text) ?? []
        firstAppearance = Self.text(json["firstAppearance"]?["name"])
        keywords = Self.text(json["keywords"])
    }

    /// Parses stored facts; without any, there are none.
    static func parse(_ json: some Sequence<UInt8>) throws -> Facts {
        let bytes = Array(json)
        return bytes.isEmpty ? Facts() : Facts(try JSONParser.parse(bytes))
    }

    /// Returns the text of a string that is not blank.
    static func text(_ json: JSON?) -> String? {
        json?.text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
}

extension Archive {
    /// Writes the id of each first appearance, if the archive contains the comic.
    static func linkFirstAppearances(_ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE facts SET comic = first FROM
                (SELECT facts.id AS hero, min(comics.id) AS first FROM facts
                LEFT JOIN comics ON comics.name = json ->> '$.firstAppearance.name' GROUP BY facts.id) WHERE id = hero
                """)
    }

    /// Returns the facts of a character as a member of its object, if it has any.
    static func factsMember(_ id: Int, _ db: Database) throws -> [JSON.Member] {
        let statement = try db.cachedStatement(sql: "SELECT json, comic FROM facts WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return [] }
        let json = try Facts.parse((row[0] as String).utf8).json(comic: row[1])
        return json.map { [JSON.Member("facts", $0)] } ?? []
    }
}
