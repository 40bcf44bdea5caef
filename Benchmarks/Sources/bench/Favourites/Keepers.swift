import Synchronization

/// The visitors of a crowd who keep the hero that clients switch, so that these know without a look; lists stay as long
/// as they were, or one longer.
final class Keepers: Sendable {
    private struct State {
        var keeping: Set<Int> = []
        /// Whom a client is about to switch the hero for.
        var taken: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Chooses until there is a visitor whom no other client has taken, and tells whether they keep the hero.
    func take(_ choose: () -> Int) -> (visitor: Int, isKeeping: Bool) {
        while true {
            let visitor = choose()
            let isKeeping = state.withLock { state -> Bool? in
                state.taken.insert(visitor).inserted ? state.keeping.contains(visitor) : nil
            }
            if let isKeeping { return (visitor, isKeeping) }
        }
    }

    /// The hero is switched for the visitor, who is anybody’s again.
    func toggled(_ visitor: Int) {
        state.withLock { state in
            if state.keeping.remove(visitor) == nil { state.keeping.insert(visitor) }
            state.taken.remove(visitor)
        }
    }
}
