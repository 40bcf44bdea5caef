/// A character of the Marvel universe.
package struct Hero: Identifiable, Hashable, Sendable, Codable {
    package typealias ID = Int

    /// The placeholder for a missing name.
    package static let unnamed = "Unnamed hero"

    package let id: ID
    /// The name in one line (see `asLine`); `unnamed` if the source has none.
    package let name: String
    /// The source's description: possibly HTML, untrusted; nil if there is none.
    package let description: String?
    /// A long text beside the description, which only a source with details has: possibly HTML, untrusted.
    package var biography: String?
    package let thumbnail: Thumbnail?
    package let links: [Link]
    package var facts: HeroFacts?
    /// The characters with the same name or mantle, the best known first.
    package var namesakes: [Hero] = []
    /// The allies, enemies and family, which only `HeroSource.hero(_:)` returns, as it does the next two.
    package var relations: [Relation] = []
    /// The heroes with whom this one shares the most, best first, at most five.
    package var companions: [Hero] = []
    /// The comics to start with, in the order in which to read them.
    package var firstReads: [FirstRead] = []
    /// The part of the hero in the topic of its list; nil if it is unknown, or none that its page shows.
    package var role: Role?
    package let derived = Derived()

    private enum CodingKeys: CodingKey {
        case id, name, description, biography, thumbnail, links, facts, namesakes, relations, companions, firstReads
    }

    package init(
        id: ID, name: String, description: String? = nil, biography: String? = nil, thumbnail: Thumbnail? = nil,
        links: [Link] = [], facts: HeroFacts? = nil
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.biography = biography
        self.thumbnail = thumbnail
        self.links = links
        self.facts = facts
    }

    /// An external page about this hero, such as an encyclopedia's.
    package struct Link: Hashable, Sendable, Codable {
        /// The source's kind of page: `detail`, `wiki` or `comiclink`, or `comicvine` for a page there.
        package let kind: String
        /// An absolute http or https URL without tracking parameters.
        package let url: String

        package init(kind: String, url: String) {
            self.kind = kind
            self.url = url
        }
    }

    /// The part of a hero in a topic, by which the heroes on its page are grouped.
    package enum Role: Hashable, Sendable {
        /// A founder of the team, or a hero whose first comic the person made.
        case founder, creation
        /// A hero on one of the two sides of the event, with the side's name.
        case side(String)
    }

    /// A comic to start with.
    package struct FirstRead: Hashable, Sendable, Codable {
        /// The comic, or its series if the source lacks the comic; the title is the comic's.
        package let topic: Topic
        /// A sentence of the source: the reason to read it.
        package let reason: String

        package init(_ topic: Topic, _ reason: String) { (self.topic, self.reason) = (topic, reason) }
    }
}

/// A relation of a hero to another one.
package struct Relation: Hashable, Sendable, Codable {
    package enum Kind: String, CaseIterable, Sendable, Codable { case family, ally, enemy }

    package let kind: Kind
    /// The other hero; a source may know only id, name and thumbnail.
    package let hero: Hero
    /// A few words of the source, such as "once stole his body"; nil if there are none.
    package let reason: String?

    package init(_ kind: Kind, _ hero: Hero, _ reason: String? = nil) {
        (self.kind, self.hero, self.reason) = (kind, hero, reason)
    }
}

/// A step on the path from one hero to another.
package struct PathStep: Hashable, Sendable, Codable {
    /// The hero that the step leads to, and its relation to the one before it.
    package let hero: Hero
    package let link: Link

    package enum Link: Hashable, Sendable, Codable {
        case relation(Relation.Kind, reason: String?)
        /// A topic in which both appear.
        case shared(TopicReference)
    }

    package init(_ hero: Hero, _ link: Link) { (self.hero, self.link) = (hero, link) }
}

/// Facts about a hero, as far as the source has them; texts are one line each (see `asTitle`).
package struct HeroFacts: Hashable, Sendable, Codable {
    /// The civil name.
    package let realName: String?
    package let aliases: [String]
    package let teams: [Membership]
    /// The comic of the first appearance; its id is nil if the source does not have the comic.
    package let firstAppearance: TopicReference?
    /// The people who wrote and drew the first appearance.
    package var creators: [TopicReference] = []
    /// The number of comics with the hero.
    package let appearances: Int?

    /// Returns nil if there are no facts.
    package init?(
        realName: String? = nil, aliases: [String] = [], teams: [Membership] = [],
        firstAppearance: TopicReference? = nil, appearances: Int? = nil
    ) {
        guard
            realName != nil || firstAppearance != nil || appearances != nil || !aliases.isEmpty || !teams.isEmpty
        else { return nil }
        self.realName = realName
        self.aliases = aliases
        self.teams = teams
        self.firstAppearance = firstAppearance
        self.appearances = appearances
    }

    /// A team, and the hero's part in it, such as "founder" or "since 1975"; empty if it is unknown.
    package struct Membership: Hashable, Sendable, Codable {
        package let team: TopicReference
        package let role: String

        package init(_ team: TopicReference, _ role: String = "") { (self.team, self.role) = (team, role) }
    }
}
