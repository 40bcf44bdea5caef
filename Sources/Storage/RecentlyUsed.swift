/// A bounded memory of values by key; what was used longest ago goes first. A use costs the same however much is kept.
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let key: Key
        let value: Value
        let cost: Int
        /// The places of the entries that were used next after and next before this one.
        var newer: Int?
        var older: Int?
    }

    private var places: [Key: Int] = [:]
    /// Nil at places that are free.
    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var newest: Int?
    private var oldest: Int?
    private(set) var cost = 0
    private let capacity: Int

    /// The capacity is in the same unit as the costs of the values.
    init(capacity: Int) { self.capacity = capacity }

    var count: Int { places.count }

    mutating func value(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return entries[place]?.value
    }

    /// Keeps the value, unless it alone costs more than there is room for.
    mutating func keep(_ value: Value, cost: Int, for key: Key) {
        remove(key)
        guard cost <= capacity else { return }
        let place = free.popLast() ?? entries.count
        if place == entries.count { entries.append(nil) }
        entries[place] = Entry(key: key, value: value, cost: cost)
        places[key] = place
        link(place)
        self.cost += cost
        while self.cost > capacity, let oldest, let entry = entries[oldest] { remove(entry.key) }
    }

    mutating func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key) else { return }
        unlink(place)
        cost -= entries[place]?.cost ?? 0
        entries[place] = nil
        free.append(place)
    }

    /// Makes the entry the one that was used last.
    private mutating func link(_ place: Int) {
        entries[place]?.newer = nil
        entries[place]?.older = newest
        if let newest { entries[newest]?.newer = place }
        newest = place
        oldest = oldest ?? place
    }

    private mutating func unlink(_ place: Int) {
        guard let (newer, older) = entries[place].map({ ($0.newer, $0.older) }) else { return }
        if let newer { entries[newer]?.older = older } else { newest = older }
        if let older { entries[older]?.newer = newer } else { oldest = newer }
    }
}
