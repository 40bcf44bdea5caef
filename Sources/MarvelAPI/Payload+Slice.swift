import Heroes

extension Payload {
    /// The page of things, with what the envelope says of its place in the list as far as that can be true.
    func slice<Value>(asked: Window, _ value: (Item) -> Value) -> Slice<Value> {
        let asked = asked.askable
        let limit = limit.flatMap { (1...asked.limit).contains($0) ? $0 : nil } ?? asked.limit
        let offset = offset.flatMap { (0...Self.mostItems).contains($0) ? $0 : nil } ?? asked.offset
        let values = items.prefix(limit).map(value)
        let total = max(min(total ?? 0, Self.mostItems), values.isEmpty ? 0 : offset + values.count)
        return Slice(
            items: values, window: Window(offset: offset, limit: limit), total: total, attribution: attribution)
    }

    /// Far more than any list of Marvel's has (141,312 stories).
    private static var mostItems: Int { 10_000_000 }
}
