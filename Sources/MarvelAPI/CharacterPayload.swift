import Heroes

/// A character; one without a name is shown too, because the total counts it.
struct CharacterPayload: Decodable {
    let entity: EntityPayload
    private let facts: FactsPayload?
    private let match: MatchPayload?

    private enum Key: CodingKey { case facts, match }

    init(from decoder: any Decoder) throws {
        entity = try EntityPayload(from: decoder)
        let fields = try decoder.container(keyedBy: Key.self)
        facts = fields.tolerant(FactsPayload.self, .facts)
        match = fields.tolerant(MatchPayload.self, .match)
    }

    func hero(_ hosts: [ImageHost]) -> Hero {
        Hero(
            id: entity.id, name: entity.title.isEmpty ? Hero.unnamed : entity.title, description: entity.description,
            thumbnail: entity.thumbnail(hosts), links: entity.links, facts: facts?.facts)
    }

    func match(_ hosts: [ImageHost]) -> SearchMatch { SearchMatch(hero(hosts), match?.matchReason ?? .name) }
}

/// The gateway's facts about a character.
private struct FactsPayload: Decodable {
    let facts: HeroFacts?

    private enum Key: CodingKey { case realName, aliases, teams, firstAppearance }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        facts = HeroFacts(
            realName: fields.tolerantText(.realName).flatMap(Self.title), aliases: Self.titles(fields, .aliases),
            teams: Self.titles(fields, .teams),
            firstAppearance: fields.tolerant(ReferencePayload.self, .firstAppearance)?.reference)
    }

    private static func titles(_ fields: KeyedDecodingContainer<Key>, _ key: Key) -> [String] {
        (fields.tolerant([Lossy<String>].self, key) ?? []).lazy.compactMap { $0.value.flatMap(title) }
            .prefix(ResponseLimit.references).map(\.self)
    }

    private static func title(_ text: String) -> String? {
        let title = text.asTitle
        return title.isEmpty ? nil : title
    }
}

/// The reason that the gateway's search found a character.
private struct MatchPayload: Decodable {
    let reason: String
    let text: String?

    var matchReason: SearchMatch.Reason {
        switch (reason, text?.asTitle ?? "") {
        case ("keyword", _): .keyword
        case ("description", _): .description
        case (_, ""): .name
        case ("alias", let alias): .alias(alias)
        case ("similar", let name): .similar(name)
        case ("team", let team): .team(team)
        case ("title", let title): .title(title)
        default: .name
        }
    }
}
