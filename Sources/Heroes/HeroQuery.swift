/// A query for a list of heroes, ordered by name.
package struct HeroQuery: Hashable, Sendable, Codable {
    /// The prefix of the name, case-insensitive; nil for all heroes.
    package let nameStartsWith: String?
    /// The work whose heroes are listed; nil for all heroes.
    package let work: WorkID?
    package let range: PageRange

    package init(nameStartsWith: String? = nil, in work: WorkID? = nil, range: PageRange = PageRange()) {
        self.nameStartsWith = nameStartsWith
        self.work = work
        self.range = range
    }
}
