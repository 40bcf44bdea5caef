/// A query for a list of heroes, in the order of their names.
package struct HeroQuery: Hashable, Sendable, Codable {
    /// The beginning of the name, in any case; nil for all heroes.
    package let nameStartsWith: String?
    package let window: Window

    package init(nameStartsWith: String? = nil, window: Window = Window()) {
        self.nameStartsWith = nameStartsWith
        self.window = window
    }
}
