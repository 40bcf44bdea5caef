/// The results of a search: a page of heroes, and with the first page the first results of other kinds.
package struct SearchResults: Equatable, Sendable, Codable {
    package var heroes: ListPage<SearchMatch>
    /// The objects with their complete names in the search, first the one that is meant; empty after the first page.
    package var named: [NamedMatch] = []
    /// The kinds with results, in the order in which they are shown; empty after the first page.
    package var groups: [SearchGroup] = []
    /// The kind that the search asks for, as in “iron man comics”.
    package var asked: TopicKind?
    /// What the search asks to narrow the list of heroes to, as in “avengers villains”; nil if it has other words, too.
    package var filter: HeroFilter?
    /// False if no hero has all words of the search: the heroes are those with most of them.
    package var isComplete = true

    package init(
        _ heroes: ListPage<SearchMatch>, named: [NamedMatch] = [], groups: [SearchGroup] = [],
        asked: TopicKind? = nil, filter: HeroFilter? = nil, isComplete: Bool = true
    ) {
        self.heroes = heroes
        self.named = named
        self.groups = groups
        self.asked = asked
        self.filter = filter
        self.isComplete = isComplete
    }
}

/// An object with its complete name in a search.
package enum NamedMatch: Hashable, Sendable, Codable {
    case hero(Hero)
    case topic(Topic)
}

/// A hero that a search found, with the reason.
package struct SearchMatch: Identifiable, Hashable, Sendable, Codable {
    package let hero: Hero
    package let reason: Reason

    package init(_ hero: Hero, _ reason: Reason) {
        self.hero = hero
        self.reason = if case .title(let title) = reason { .title(title.withDashInYears) } else { reason }
    }

    package var id: Hero.ID { hero.id }

    /// The part of a hero that matches a search.
    package enum Reason: Hashable, Sendable, Codable {
        case name
        /// The real name or an alias.
        case alias(String)
        /// A name that differs by a letter or two.
        case similar(String)
        /// A team of the hero.
        case team(String)
        /// The title of a topic in which the hero appears.
        case title(String)
        /// A maker of comics with the hero.
        case creator(String)
        /// Words that describe the hero, which are not shown.
        case keyword
        case description
    }
}

/// The first results of a search of a kind other than heroes.
package struct SearchGroup: Hashable, Sendable, Codable {
    package let kind: TopicKind
    package let items: [Item]
    /// The number of all results of the kind.
    package let total: Int

    package init(_ kind: TopicKind, _ items: [Item], total: Int) {
        self.kind = kind
        self.items = items
        self.total = max(total, items.count)
    }

    package struct Item: Hashable, Sendable, Codable {
        package let id: Int
        package let name: String

        package init(id: Int, name: String) {
            self.id = id
            self.name = name.withDashInYears
        }
    }
}
