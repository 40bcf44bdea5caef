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
    package let biography: String?
    package let thumbnail: Thumbnail?
    package let links: [Link]
    package let facts: HeroFacts?
    package let derived = Derived()

    private enum CodingKeys: CodingKey { case id, name, description, biography, thumbnail, links, facts }

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
}

/// Facts about a hero, as far as the source has them; texts are one line each (see `asTitle`).
package struct HeroFacts: Hashable, Sendable, Codable {
    /// The civil name.
    package let realName: String?
    package let aliases: [String]
    package let teams: [String]
    /// The comic of the first appearance; its id is nil if the source does not have the comic.
    package let firstAppearance: WorkReference?
    /// The number of comics with the hero.
    package let appearances: Int?

    /// Returns nil if there are no facts.
    package init?(
        realName: String? = nil, aliases: [String] = [], teams: [String] = [], firstAppearance: WorkReference? = nil,
        appearances: Int? = nil
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
}
