/// A page of a list, with the total for pagination.
package struct ListPage<Item: Sendable>: Sendable {
    package let items: [Item]
    package let range: PageRange
    /// The number of items of the complete list.
    package let total: Int
    package let attribution: Attribution
    /// The age in seconds since the response or its last revalidation (RFC 9111).
    package var age = 0
    /// The reason that the list may lack items; nil for a complete list.
    package var gap: ListGap?

    package init(items: [Item], range: PageRange, total: Int, attribution: Attribution) {
        self.items = items
        self.range = range
        self.total = total
        self.attribution = attribution
    }

    package func map<Value: Sendable>(_ value: (Item) -> Value) -> ListPage<Value> {
        var page = ListPage<Value>(items: items.map(value), range: range, total: total, attribution: attribution)
        page.age = age
        page.gap = gap
        return page
    }

    /// The number of pages of this length, at least 1.
    package var pageCount: Int {
        let (fullPages, remainder) = max(0, total).quotientAndRemainder(dividingBy: max(1, range.limit))
        return max(1, fullPages + (remainder > 0 ? 1 : 0))
    }
}

extension ListPage: Equatable where Item: Equatable {}
extension ListPage: Codable where Item: Codable {}

/// The reason that a list may lack items.
package enum ListGap: String, Sendable, Codable {
    /// The source is still being read, so the list grows.
    case stillLoading
    /// The source cannot be searched now, so only names that are already known were searched.
    case searchUnavailable
}

/// The attribution that the source requires; untrusted HTML.
package struct Attribution: Hashable, Sendable, Codable {
    package let html: String
    package let derived = Derived()

    private enum CodingKeys: CodingKey { case html }

    package init(html: String) { self.html = html }
}

/// A single value with the attribution of its source.
package struct Attributed<Value: Sendable>: Sendable {
    package let value: Value
    package let attribution: Attribution
    /// The age in seconds since the response or its last revalidation (RFC 9111).
    package var age = 0

    package init(_ value: Value, attribution: Attribution) {
        self.value = value
        self.attribution = attribution
    }
}

extension Attributed: Equatable where Value: Equatable {}
extension Attributed: Codable where Value: Codable {}
