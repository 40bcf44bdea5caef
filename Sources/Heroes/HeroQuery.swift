/// A question for a list of heroes, in the order of their names.
package struct HeroQuery: Hashable, Sendable, Codable {
    /// The beginning of the name, in any case; nil asks for all heroes.
    package let nameStartsWith: String?
    /// The event that they appear in; nil asks for heroes of any.
    package let event: Int?
    package let window: Window

    package init(nameStartsWith: String? = nil, event: Int? = nil, window: Window = Window()) {
        self.nameStartsWith = nameStartsWith
        self.event = event
        self.window = window
    }
}
