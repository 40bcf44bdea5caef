/// A query for a list of heroes, in the order of their names.
package struct HeroQuery: Hashable, Sendable, Codable {
    /// The beginning of the name, in any case; nil for all heroes.
    package let nameStartsWith: String?
    package let range: PageRange

    package init(nameStartsWith: String? = nil, range: PageRange = PageRange()) {
        self.nameStartsWith = nameStartsWith
        self.range = range
    }
}
