import Basics

/// When to look through the deadlines next: they are looked at together and seldom, since most are put off before
/// they come.
struct DeadlineWatch {
    /// The shortest time between two looks, and so how much later than promised a deadline may be kept.
    private static let interval: Duration = .milliseconds(100)

    private var last = MonotonicTime(milliseconds: 0)
    private var next = MonotonicTime.never

    mutating func watch(_ deadline: MonotonicTime) {
        if deadline < next { next = max(deadline, last + Self.interval) }
    }

    func isDue(_ now: MonotonicTime) -> Bool { next <= now }

    /// A look begins; whoever has a deadline left has to have it watched again.
    mutating func begin(_ now: MonotonicTime) {
        last = now
        next = .never
    }

    /// Milliseconds to wait; -1 without end.
    func timeout(from now: MonotonicTime) -> Int32 {
        next == .never ? -1 : Int32(clamping: max(0, next.milliseconds - now.milliseconds))
    }
}
