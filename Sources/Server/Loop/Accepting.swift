import Basics

/// The listeners and the loops that their connections go to in turn.
struct Accepting {
    static let key = UInt64.max - 1

    let listeners: [Listener]
    let loops: [EventLoop]
    private var turn = 0
    /// When to go on after descriptors ran out; nil while nothing is wrong.
    var resumesAt: MonotonicTime?
    /// Whether the last attempt found no descriptor; only the first of a row is logged.
    var isShort = false
    /// Whether the last connection was one too many; only the first of a row is logged.
    var isFull = false

    init(listeners: [Listener], loops: [EventLoop]) {
        self.listeners = listeners
        self.loops = loops
    }

    /// All loops, the one whose turn it is first.
    mutating func loopsInTurn() -> [EventLoop] {
        let first = nextLoop()
        return [first] + loops.filter { $0 !== first }
    }

    mutating func nextLoop() -> EventLoop {
        turn = (turn + 1) % loops.count
        return loops[turn]
    }
}
