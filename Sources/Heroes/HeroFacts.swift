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
