/// A date of which only the year is certain: 1962, August 1962 or 10 August 1962.
package struct PartialDate: Hashable, Sendable, Codable {
    /// From 1 to 9999.
    package let year: Int
    /// From 1 to 12.
    package let month: Int?
    /// From 1 to 31.
    package let day: Int?

    /// Returns nil unless the year is from 1 to 9999.
    package init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard (1...9999).contains(year) else { return nil }
        self.year = year
        self.month = month.flatMap { (1...12).contains($0) ? $0 : nil }
        self.day = self.month == nil ? nil : day.flatMap { (1...31).contains($0) ? $0 : nil }
    }

    /// Parses the date at the start of a text such as `1962-08-10T00:00:00-0400`, `1962-08` or `1962`.
    package init?(_ text: String) {
        let date = text.prefix { $0 != "T" && $0 != " " }
        let parts = date.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), let year = parts[0] else { return nil }
        self.init(year: year, month: parts.count > 1 ? parts[1] : nil, day: parts.count > 2 ? parts[2] : nil)
    }
}
