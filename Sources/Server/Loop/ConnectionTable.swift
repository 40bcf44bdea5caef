/// The connections of a loop by their IDs.
struct ConnectionTable {
    private var slots: [Connection?] = []
    private var free: [Int] = []
    private var generation: UInt32 = 0
    /// The connections that may wait for a request, ordered by the time at which they began to.
    private var waiting = SlotQueue()

    private(set) var count = 0
    var isEmpty: Bool { count == 0 }

    subscript(id: ConnectionID) -> Connection? {
        guard id.slot < slots.count, let connection = slots[Int(id.slot)], connection.id == id else { return nil }
        return connection
    }

    mutating func insert(_ make: (ConnectionID) -> Connection) -> Connection {
        let slot = free.popLast() ?? slots.count
        if slot == slots.count { slots.append(nil) }
        generation &+= 1
        // The two highest keys are the poller's and the listener's.
        if generation == .max { generation = 1 }
        let connection = make(ConnectionID(slot: slot, generation: generation))
        slots[slot] = connection
        count += 1
        return connection
    }

    mutating func remove(_ id: ConnectionID) {
        guard self[id] != nil else { return }
        slots[Int(id.slot)] = nil
        free.append(Int(id.slot))
        waiting.remove(Int(id.slot))
        count -= 1
    }

    /// Moves the connection behind all others that wait for a request.
    mutating func beginWaiting(_ id: ConnectionID) { waiting.moveToEnd(Int(id.slot)) }

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
