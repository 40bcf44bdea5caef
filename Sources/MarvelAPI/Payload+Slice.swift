import Heroes

extension Payload {
    /// The page of things, each once, with what the envelope says of the list as far as that can be true. Its place
    /// in the list is the one that was asked for.
    func slice<Value: Identifiable>(asked: Window, _ value: (Item) -> Value) -> Slice<Value> {
        let asked = asked.askable
        let limit = limit.flatMap { (1...asked.limit).contains($0) ? $0 : nil } ?? asked.limit
        var met = Set<Value.ID>()
        let values = Array(items.lazy.map(value).filter { met.insert($0.id).inserted }.prefix(limit))
        let told = min(max(total ?? 0, 0), Self.mostItems)
        // A list goes on behind what it shows, and has ended where it shows nothing.
        let total = values.isEmpty ? min(told, asked.offset) : max(told, asked.offset + values.count)
        return Slice(
            items: values, window: Window(offset: asked.offset, limit: limit), total: total, attribution: attribution,
            version: version)
    }

    /// Far more than any list of Marvel's has (141,312 stories).
    private static var mostItems: Int { 10_000_000 }
}
