/// A dictionary bounded by the cost of its values, which evicts the least recently used ones; every operation is O(1).
package struct LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Node: Sendable {
        let key: Key
        var value: Value
        var cost: Int
        var newer: Int?
        var older: Int?
    }

    /// The nodes, unordered.
    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var indices: [Key: Int] = [:]
    private var newest: Int?
    private var oldest: Int?
    package private(set) var cost = 0
    private let limit: Int

    /// `limit` is in the same unit as the costs of the values.
    package init(limit: Int) { self.limit = limit }

    package var count: Int { indices.count }

    /// All values, the most recently used one first.
    package var valuesByUse: some Sequence<Value> {
        sequence(state: newest) { index in
            let node = index.flatMap { nodes[$0] }
            index = node?.older
            return node?.value
        }
    }

    /// The least recently used entry.
    package var last: (key: Key, value: Value)? { oldest.flatMap { nodes[$0] }.map { ($0.key, $0.value) } }

    /// Returns the value without counting this as a use.
    package func peek(_ key: Key) -> Value? { indices[key].flatMap { nodes[$0]?.value } }

    /// Returns the value and makes it the most recently used one.
    package mutating func use(_ key: Key) -> Value? {
        guard let index = indices[key] else { return nil }
        if index != newest, let node = unlink(index) { link(node, at: index) }
        return nodes[index]?.value
    }

    /// Stores the value as the most recently used one, unless it alone costs more than the limit. Returns the keys that were
    /// evicted.
    @discardableResult
    package mutating func set(_ key: Key, _ value: Value, cost: Int = 1) -> [Key] {
        remove(key)
        guard cost <= limit else { return [key] }
        var evicted: [Key] = []
        while self.cost > limit - cost, let oldest, let node = nodes[oldest] {
            remove(node.key)
            evicted.append(node.key)
        }
        let index = free.popLast() ?? nodes.count
        if index == nodes.count { nodes.append(nil) }
        indices[key] = index
        link(Node(key: key, value: value, cost: cost), at: index)
        return evicted
    }

    /// Changes the value, if there is one, without counting this as a use.
    package mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
        guard let index = indices[key], var node = nodes[index] else { return }
        change(&node.value)
        nodes[index] = node
    }

    package mutating func remove(_ key: Key) {
        guard let index = indices.removeValue(forKey: key) else { return }
        _ = unlink(index)
        free.append(index)
    }

    private mutating func link(_ node: Node, at index: Int) {
        var node = node
        node.older = newest
        node.newer = nil
        nodes[index] = node
        if let newest { nodes[newest]?.newer = index } else { oldest = index }
        newest = index
        cost += node.cost
    }

    private mutating func unlink(_ index: Int) -> Node? {
        guard let node = nodes[index] else { return nil }
        if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
        if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
        nodes[index] = nil
        cost -= node.cost
        return node
    }
}
