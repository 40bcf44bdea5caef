/// A dictionary bounded by the cost of its values, which evicts the least recently used ones; every operation is O(1).
package struct LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Node: Sendable {
        let key: Key
        var value: Value
        var cost: Int
        var newer: Int?
        var older: Int?
    }

    /// The nodes in no order; each one's place is its index.
    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var places: [Key: Int] = [:]
    private var newest: Int?
    private var oldest: Int?
    package private(set) var cost = 0
    private let limit: Int
    private let countLimit: Int

    /// `limit` is in the same unit as the costs of the values.
    package init(limit: Int, countLimit: Int = .max) { (self.limit, self.countLimit) = (limit, countLimit) }

    /// Bytes of one node in its array.
    package static var nodeLength: Int { MemoryLayout<Node?>.stride }

    package var count: Int { places.count }

    /// All keys, the most recently used one first.
    package var keysByUse: some Sequence<Key> { nodesByUse.lazy.map(\.key) }

    /// All values, the most recently used one first.
    package var valuesByUse: some Sequence<Value> { nodesByUse.lazy.map(\.value) }

    private var nodesByUse: some Sequence<Node> {
        sequence(state: newest) { place in
            let node = place.flatMap { nodes[$0] }
            place = node?.older
            return node
        }
    }

    /// Returns the value without counting this as a use.
    package func peek(_ key: Key) -> Value? { places[key].flatMap { nodes[$0]?.value } }

    /// Returns the value and makes it the most recently used one.
    package mutating func use(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        if place != newest, let node = unlink(place) { link(node, at: place) }
        return nodes[place]?.value
    }

    /// Stores the value as the most recently used one, unless it alone costs more than the limit. Returns the keys that were
    /// evicted.
    @discardableResult
    package mutating func set(_ key: Key, _ value: Value, cost: Int) -> [Key] {
        remove(key)
        guard cost <= limit else { return [key] }
        var evicted: [Key] = []
        while self.cost > limit - cost || count >= countLimit, let oldest, let node = nodes[oldest] {
            remove(node.key)
            evicted.append(node.key)
        }
        let place = free.popLast() ?? nodes.count
        if place == nodes.count { nodes.append(nil) }
        places[key] = place
        link(Node(key: key, value: value, cost: cost), at: place)
        return evicted
    }

    package mutating func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key) else { return }
        _ = unlink(place)
        free.append(place)
    }

    private mutating func link(_ node: Node, at place: Int) {
        var node = node
        node.older = newest
        node.newer = nil
        nodes[place] = node
        if let newest { nodes[newest]?.newer = place } else { oldest = place }
        newest = place
        cost += node.cost
    }

    private mutating func unlink(_ place: Int) -> Node? {
        guard let node = nodes[place] else { return nil }
        if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
        if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
        nodes[place] = nil
        cost -= node.cost
        return node
    }
}
