/// A query for a list of heroes.
package struct HeroQuery: Hashable, Sendable, Codable {
    /// The prefix of the name, case-insensitive; nil for all heroes.
    package let nameStartsWith: String?
    /// The topic whose heroes are listed by their parts in it; nil for all heroes.
    package let topic: TopicID?
    package let filter: HeroFilter
    /// The order; a source without this one orders by name.
    package let order: HeroOrder
    package let range: PageRange

    /// The heroes of which the front page is made.
    package static let bestKnown = HeroQuery(order: .known, range: PageRange(limit: 100))

    package init(
        nameStartsWith: String? = nil, in topic: TopicID? = nil, filter: HeroFilter = HeroFilter(),
        order: HeroOrder = .name, range: PageRange = PageRange()
    ) {
        self.nameStartsWith = nameStartsWith
        self.topic = topic
        self.filter = filter
        self.order = order
        self.range = range
    }
}

/// The order of a list of heroes: by name, those with the most comics first, or the oldest first appearance first.
package enum HeroOrder: String, Sendable, Codable { case name, known, first }

/// What a list of heroes is narrowed to; of each property that is nil, to nothing.
package struct HeroFilter: Hashable, Sendable, Codable {
    /// The number of a team: its members, and with the side of villains those that it fights, too.
    package var team: Int?
    package var side: Side?
    package var gender: Gender?
    /// The first year of the decade of the first appearance, such as 1960.
    package var decade: Int?

    package enum Side: String, Sendable, Codable { case hero, villain }
    package enum Gender: String, Sendable, Codable { case female, male }

    package init(team: Int? = nil, side: Side? = nil, gender: Gender? = nil, decade: Int? = nil) {
        (self.team, self.side, self.gender, self.decade) = (team, side, gender, decade)
    }

    package var isEmpty: Bool { self == HeroFilter() }

    /// The properties that are not nil, by their names.
    package var values: [(name: String, value: String)] {
        let values = [
            ("team", team.map(String.init)), ("side", side?.rawValue), ("gender", gender?.rawValue),
            ("decade", decade.map(String.init)),
        ]
        return values.compactMap { name, value in value.map { (name, $0) } }
    }
}

/// The orders of lists of heroes that a source has beside the one by name, and its filters.
package struct HeroChoices: Hashable, Sendable {
    package var orders: [HeroOrder] = []
    package var (hasTeams, hasSides, hasGenders) = (false, false, false)
    /// The decades of first appearances.
    package var decades: [Int] = []

    package init() {}

    package func allow(_ filter: HeroFilter, _ order: HeroOrder) -> Bool {
        (order == .name || orders.contains(order)) && (filter.team == nil || hasTeams)
            && (filter.side == nil || hasSides) && (filter.gender == nil || hasGenders)
            && (filter.decade == nil || !decades.isEmpty)
    }
}
