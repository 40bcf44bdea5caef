/// The ID of a connection of one loop; never used twice, so that late work finds no other connection.
struct ConnectionID: Hashable, Sendable {
    let slot: UInt32
    let generation: UInt32

    init(slot: Int, generation: UInt32) {
        self.slot = UInt32(truncatingIfNeeded: slot)
        self.generation = generation
    }

    init(key: UInt64) {
        slot = UInt32(truncatingIfNeeded: key)
        generation = UInt32(truncatingIfNeeded: key >> 32)
    }

    /// The ID as the poller's user data.
    var key: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}
