/// A bounded memory of values by key; what was used longest ago goes first.
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var value: Value
        var cost: Int
        /// The clock's reading at the last use; the order of entries.
        var used: Int
    }

    private var entries: [Key: Entry] = [:]
    /// Keys in the order of their uses, with the clock's reading; only the latest reading of a key counts.
    private var uses: [(key: Key, time: Int)] = []
    private var firstUse = 0
    private var clock = 0
    private(set) var cost = 0
    private let capacity: Int

    /// The capacity is in the same unit as the costs of the values.
    init(capacity: Int) { self.capacity = capacity }

    var count: Int { entries.count }

    mutating func value(_ key: Key) -> Value? {
        guard entries[key] != nil else { return nil }
        touch(key)
        return entries[key]?.value
    }

    /// Keeps the value, unless it alone costs more than there is room for.
    mutating func keep(_ value: Value, cost: Int, for key: Key) {
        remove(key)
        guard cost <= capacity else { return }
        entries[key] = Entry(value: value, cost: cost, used: clock)
        self.cost += cost
        touch(key)
        while self.cost > capacity, let oldest = nextUse() { remove(oldest) }
    }

    mutating func remove(_ key: Key) {
        if let entry = entries.removeValue(forKey: key) { cost -= entry.cost }
    }

    private mutating func touch(_ key: Key) {
        clock += 1
        entries[key]?.used = clock
        uses.append((key, clock))
        // Uses that later ones have overtaken are dropped once they are most of the list.
        if uses.count - firstUse > 2 * entries.count + 16 || firstUse > uses.count / 2 + 16 {
            uses = uses[firstUse...].filter { entries[$0.key]?.used == $0.time }
            firstUse = 0
        }
    }

    /// The key that was used longest ago.
    private mutating func nextUse() -> Key? {
        while firstUse < uses.count {
            let use = uses[firstUse]
            firstUse += 1
            if entries[use.key]?.used == use.time { return use.key }
        }
        return nil
    }
}
