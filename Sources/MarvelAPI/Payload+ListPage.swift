import Heroes

extension Payload {
    /// Returns the page of items without duplicates, with the envelope's limit and total if they are plausible, and the
    /// requested offset.
    func listPage<Value: Identifiable>(requested: PageRange, _ value: (Item) -> Value) -> ListPage<Value> {
        let requested = requested.clamped
        let limit = limit.flatMap { (1...requested.limit).contains($0) ? $0 : nil } ?? requested.limit
        var seen = Set<Value.ID>()
        let values = Array(items.lazy.map(value).filter { seen.insert($0.id).inserted }.prefix(limit))
        let reported = min(max(total ?? 0, 0), Self.maximumTotal)
        // The total is at least the end of this page, or at most the offset of an empty page.
        let total = values.isEmpty ? min(reported, requested.offset) : max(reported, requested.offset + values.count)
        return ListPage(
            items: values, range: PageRange(offset: requested.offset, limit: limit), total: total,
            attribution: attribution,
            version: version)
    }

    /// An upper bound of totals: Marvel's longest list has 141,312 stories.
    private static var maximumTotal: Int { 10_000_000 }
}
