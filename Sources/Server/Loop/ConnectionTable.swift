/// The ID of a connection of one loop, which is also the poller's key: a slot of the table, and above its 32 bits the
/// number of the connection, so that late work finds no other one.
typealias ConnectionID = UInt64

extension ConnectionID {
    fileprivate var slot: Int { Int(self & 0xFFFF_FFFF) }
}

/// The connections of a loop by their IDs.
struct ConnectionTable {
    private var slots: [Connection?] = []
    private var free: [Int] = []
    private var lastNumber: UInt32 = 0
    /// The connections that may wait for a request, ordered by the time at which they began to.
    private var waiting = SlotQueue()

    private(set) var count = 0
    var isEmpty: Bool { count == 0 }

    subscript(id: ConnectionID) -> Connection? {
        guard id.slot < slots.count, let connection = slots[id.slot], connection.id == id else { return nil }
        return connection
    }

    mutating func insert(_ make: (ConnectionID) -> Connection) -> Connection {
        let slot = free.popLast() ?? slots.count
        if slot == slots.count { slots.append(nil) }
        lastNumber &+= 1
        // The two highest keys are the poller's and the listener's.
        if lastNumber == .max { lastNumber = 1 }
        let connection = make(UInt64(lastNumber) << 32 | UInt64(slot))
        slots[slot] = connection
        count += 1
        return connection
    }

    mutating func remove(_ id: ConnectionID) {
        guard self[id] != nil else { return }
        slots[id.slot] = nil
        free.append(id.slot)
        waiting.remove(id.slot)
        count -= 1
    }

    /// Moves the connection behind all others that wait for a request.
    mutating func beginWaiting(_ id: ConnectionID) { waiting.moveToEnd(id.slot) }

    /// The connection that has waited longest for a request. Connections that do not wait are removed from the queue;
    /// they are added again when they do.
    var longestWaiting: Connection? {
        mutating get {
            while let slot = waiting.first {
                if let connection = slots[slot], connection.isWaiting { return connection }
                waiting.remove(slot)
            }
            return nil
        }
    }

    /// A copy of all connections, which may be removed during iteration.
    var all: [Connection] { slots.compactMap(\.self) }
}

/// The slots of a table in order of insertion, each at most once; every operation takes constant time.
private struct SlotQueue {
    /// The neighbours of each slot in a ring, at its number plus one; index 0 is the gap between the last and the
    /// first. A slot that is not in the queue is its own neighbour.
    private var previous = [0]
    private var next = [0]

    var first: Int? { next[0] == 0 ? nil : next[0] - 1 }

    mutating func moveToEnd(_ slot: Int) {
        let node = slot + 1
        while next.count <= node {
            previous.append(previous.count)
            next.append(next.count)
        }
        remove(slot)
        let last = previous[0]
        (previous[node], next[node]) = (last, 0)
        next[last] = node
        previous[0] = node
    }

    mutating func remove(_ slot: Int) {
        let node = slot + 1
        guard node < next.count else { return }
        let (before, after) = (previous[node], next[node])
        next[before] = after
        previous[after] = before
        (previous[node], next[node]) = (node, node)
    }
}
