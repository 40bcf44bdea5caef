/// A loop's connections by their IDs.
struct ConnectionTable {
    private var slots: [Connection?] = []
    private var free: [Int] = []
    private var generation: UInt32 = 0

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
        count -= 1
    }

    /// All of them; they may be removed meanwhile.
    var all: [Connection] { slots.compactMap(\.self) }
}
