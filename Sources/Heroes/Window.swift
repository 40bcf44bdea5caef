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

    /// As many items as a source gives at once.
    package static let largestLength = 100

    /// The window of a page counted from 1; for pages beyond all lists the offset stops where adding the limit still
    /// makes a number.
    package static func page(_ number: Int) -> Window {
        let largest = Int.max - pageLength
        let (offset, isTooLarge) = (max(1, number) - 1).multipliedReportingOverflow(by: pageLength)
        return Window(offset: isTooLarge ? largest : min(offset, largest), limit: pageLength)
    }
}
