/// The range of a page in a list.
package struct PageRange: Hashable, Sendable, Codable {
    /// The number of items before the page, 0 or more.
    package let offset: Int
    /// The maximum number of items, 1 to 100.
    package let limit: Int

    package init(offset: Int = 0, limit: Int = PageRange.pageLength) {
        self.offset = offset
        self.limit = limit
    }

    /// The number of items on a page of the site.
    package static let pageLength = 20

    /// The maximum number of items of a response.
    package static let maximumLimit = 100

    /// Returns the range of a page, counted from 1; the number is capped so that offset + limit cannot overflow.
    package static func page(_ number: Int) -> PageRange {
        PageRange(offset: (min(max(1, number), Int.max / pageLength) - 1) * pageLength)
    }
}
