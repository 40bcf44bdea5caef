/// A hero that a search found, with the reason.
package struct SearchMatch: Identifiable, Hashable, Sendable, Codable {
    package let hero: Hero
    package let reason: Reason

    package init(_ hero: Hero, _ reason: Reason) {
        self.hero = hero
        self.reason = reason
    }

    package var id: Hero.ID { hero.id }

    /// The part of a hero that matches a search.
    package enum Reason: Hashable, Sendable, Codable {
        case name
        /// The real name or an alias.
        case alias(String)
        /// A name that differs by a letter or two.
        case similar(String)
        case description
    }
}
