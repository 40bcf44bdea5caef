/// Names a connection of one loop; never given twice, so that who comes late finds nobody else.
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

    /// As the poller carries it.
    var key: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}
