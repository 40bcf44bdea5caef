import Heroes

extension Payload {
    /// Returns the page of items, each once, with the envelope's limit and total if they are plausible. Its offset is the
    /// one that was asked for.
    func listPage<Value: Identifiable>(asked: PageRange, _ value: (Item) -> Value) -> ListPage<Value> {
        let asked = asked.askable
        let limit = limit.flatMap { (1...asked.limit).contains($0) ? $0 : nil } ?? asked.limit
        var seen = Set<Value.ID>()
        let values = Array(items.lazy.map(value).filter { seen.insert($0.id).inserted }.prefix(limit))
        let claimed = min(max(total ?? 0, 0), Self.mostItems)
        // A list with items is at least as long as they reach, and one without has ended.
        let total = values.isEmpty ? min(claimed, asked.offset) : max(claimed, asked.offset + values.count)
        return ListPage(
            items: values, range: PageRange(offset: asked.offset, limit: limit), total: total, attribution: attribution,
            version: version)
    }

    /// Far more than any list of Marvel's has (141,312 stories).
    private static var mostItems: Int { 10_000_000 }
}
