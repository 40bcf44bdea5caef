import Heroes

/// A character; one without a name is shown too, because the total counts it.
struct CharacterPayload: Decodable {
    let hero: Hero
    let match: SearchMatch
    /// The number of comics; 0 if it is not named.
    let comicCount: Int

    init(from decoder: any Decoder) throws {
        let entity = try EntityPayload(from: decoder)
        // The gateway's facts; Marvel's API had none.
        let facts = entity.fields.object("facts")
        func list(_ name: FieldName) -> [ReferencePayload] { facts?.list(name) ?? [] }
        var hero = Hero(
            id: entity.id, name: entity.title.nonEmpty ?? Hero.unnamed, description: entity.description,
            thumbnail: entity.thumbnail, links: entity.links,
            facts: HeroFacts(
                realName: facts?.title("realName"),
                aliases: list("aliases").prefix(ResponseLimit.references).map(\.name),
                teams: list("teams").prefix(ResponseLimit.references).map { .init($0.reference, $0.role) },
                firstAppearance: facts?.tolerant(ReferencePayload.self, "firstAppearance")?.reference))
        hero.facts?.creators = list("creators").prefix(ResponseLimit.references).map(\.reference)
        hero.namesakes = list("namesakes").prefix(ResponseLimit.references).compactMap(\.hero)
        let relations: [RelationPayload] = facts?.list("relations") ?? []
        hero.relations = relations.prefix(100).compactMap { relation in
            relation.character?.hero.map { Relation(relation.kind, $0, relation.reason?.asTitle.nonEmpty) }
        }
        hero.companions = list("companions").prefix(5).compactMap(\.hero)
        hero.firstReads = list("firstReads").prefix(10).compactMap(\.firstRead)
        hero.role = Hero.Role(entity.fields.title("role") ?? "")
        self.hero = hero
        comicCount = entity.fields.object("comics")?.int("available") ?? 0
        match = SearchMatch(hero, SearchMatch.Reason(entity.fields.object("match")))
    }
}

extension Hero.Role {
    /// Takes the gateway's word for the part.
    fileprivate init?(_ text: String) {
        switch text {
        case "founder": self = .founder
        case "creator": self = .creation
        case _ where text.hasPrefix("side: "): self = .side(String(text.dropFirst(6)))
        default: return nil
        }
    }
}

/// A relation to a character, or the link of a step.
private struct RelationPayload: Decodable {
    let kind: Relation.Kind
    let reason: String?
    let character: ReferencePayload?
}

/// A step of the path between two heroes; nil if it does not lead to a hero.
struct StepPayload: Decodable {
    let step: PathStep?

    init(from decoder: any Decoder) throws {
        let fields = try ResponseFields(decoder)
        let link: PathStep.Link
        if let relation = fields.tolerant(RelationPayload.self, "link") {
            link = .relation(relation.kind, reason: relation.reason?.asTitle.nonEmpty)
        } else {
            link = .shared(try ReferencePayload(from: fields.superDecoder(forKey: "link"), unnamed: "").reference)
        }
        let character = try ReferencePayload(from: fields.superDecoder(forKey: "character"), unnamed: Hero.unnamed)
        step = character.hero.map { PathStep($0, link) }
    }
}

extension SearchMatch.Reason {
    /// The reason that the gateway's search found a character; the name if there is no other.
    fileprivate init(_ match: ResponseFields?) {
        let text = match?.title("text") ?? ""
        self =
            switch (match?.text("reason"), text) {
            case ("keyword", _): .keyword
            case ("description", _): .description
            case (_, ""): .name
            case ("alias", let alias): .alias(alias)
            case ("similar", let name): .similar(name)
            case ("team", let team): .team(team)
            case ("title", let title): .title(title)
            case ("creator", let name): .creator(name)
            default: .name
            }
    }
}
