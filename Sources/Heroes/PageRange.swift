/// A part of a long list.
package struct PageRange: Hashable, Sendable, Codable {
    /// The number of items before it, 0 or more.
    package let offset: Int
    /// The number of items at most, 1 to 100.
    package let limit: Int

    package init(offset: Int = 0, limit: Int = PageRange.pageLength) {
        self.offset = offset
        self.limit = limit
    }

    /// Items on one page of the site.
    package static let pageLength = 20

    /// The largest number of items of one answer.
    package static let largestLength = 100

    /// Returns the range of a page counted from 1; for pages beyond all lists the offset stops growing before offset and
    /// limit overflow.
    package static func page(_ number: Int) -> PageRange {
        let largest = Int.max - pageLength
        let (offset, isTooLarge) = (max(1, number) - 1).multipliedReportingOverflow(by: pageLength)
        return PageRange(offset: isTooLarge ? largest : min(offset, largest), limit: pageLength)
    }
}
