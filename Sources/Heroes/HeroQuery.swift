/// A query for a list of heroes, ordered by name.
package struct HeroQuery: Hashable, Sendable, Codable {
    /// The prefix of the name, case-insensitive; nil for all heroes.
    package let nameStartsWith: String?
    package let range: PageRange

    package init(nameStartsWith: String? = nil, range: PageRange = PageRange()) {
        self.nameStartsWith = nameStartsWith
        self.range = range
    }
}
