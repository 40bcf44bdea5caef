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
        var hero = Hero(
            id: entity.id, name: entity.title.isEmpty ? Hero.unnamed : entity.title, description: entity.description,
            thumbnail: entity.thumbnail(hosts), links: entity.links, facts: facts?.facts)
        facts?.addDetails(to: &hero, hosts)
        return hero
    }

    func match(_ hosts: [ImageHost]) -> SearchMatch { SearchMatch(hero(hosts), match?.matchReason ?? .name) }
}

/// The gateway's facts about a character.
private struct FactsPayload: Decodable {
    let facts: HeroFacts?
    private let relations: [RelationPayload]
    private let companions: [ReferencePayload]
    private let firstReads: [ReferencePayload]

    private enum Key: CodingKey {
        case realName, aliases, teams, firstAppearance, relations, companions, firstReads
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func list<Item: Decodable>(_ key: Key) -> [Item] { fields.tolerantList(key) }
        let aliases: [ReferencePayload] = list(.aliases)
        let teams: [ReferencePayload] = list(.teams)
        facts = HeroFacts(
            realName: fields.tolerantText(.realName)?.asNonEmptyTitle,
            aliases: aliases.prefix(ResponseLimit.references).map(\.name),
            teams: teams.prefix(ResponseLimit.references).map(\.reference),
            firstAppearance: fields.tolerant(ReferencePayload.self, .firstAppearance)?.reference)
        (relations, companions, firstReads) = (list(.relations), list(.companions), list(.firstReads))
    }

    /// Adds what only a single character has.
    func addDetails(to hero: inout Hero, _ hosts: [ImageHost]) {
        hero.relations = relations.prefix(100).compactMap { relation in
            relation.character?.hero(hosts).map { Relation(relation.kind, $0, relation.reason?.asNonEmptyTitle) }
        }
        hero.companions = companions.prefix(5).compactMap { $0.hero(hosts) }
        hero.firstReads = firstReads.prefix(10).compactMap { $0.firstRead(hosts) }
    }
}

/// A relation to a character, or the link of a step.
private struct RelationPayload: Decodable {
    let kind: Relation.Kind
    let reason: String?
    let character: ReferencePayload?
}

/// A step on the way between two heroes.
struct StepPayload: Decodable {
    private let character: ReferencePayload
    private let link: ConnectionStep.Link

    private enum Key: CodingKey { case character, link }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        character = try fields.decode(ReferencePayload.self, forKey: .character)
        if let link = fields.tolerant(RelationPayload.self, .link) {
            self.link = .relation(link.kind, reason: link.reason?.asNonEmptyTitle)
        } else {
            link = .shared(try fields.decode(ReferencePayload.self, forKey: .link).reference)
        }
    }

    func step(_ hosts: [ImageHost]) -> ConnectionStep? { character.hero(hosts).map { ConnectionStep($0, link) } }
}

extension String {
    /// The text as one line; nil if nothing of it is visible.
    fileprivate var asNonEmptyTitle: String? {
        let title = asTitle
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
