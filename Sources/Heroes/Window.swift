/// Which part of a long list is wanted.
package struct Window: Hashable, Sendable, Codable {
    /// How many items to leave out at the start, 0 or more.
    package let offset: Int
    /// How many items at most, 1 to 100.
    package let limit: Int

    package init(offset: Int = 0, limit: Int = Window.pageLength) {
        self.offset = offset
        self.limit = limit
    }

    /// Items on one page of the site.
    package static let pageLength = 20

    /// The window of a page counted from 1.
    package static func page(_ number: Int) -> Window {
        Window(offset: (number - 1) * pageLength, limit: pageLength)
    }
}
