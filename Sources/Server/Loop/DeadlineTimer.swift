import Basics

/// The time of the next check of all deadlines. They are checked together and seldom, since most are moved before they
/// pass.
struct DeadlineTimer {
    /// The shortest time between two checks, and so the greatest delay of a timeout.
    private static let interval: Duration = .milliseconds(100)

    private var last = MonotonicTime(milliseconds: 0)
    private var next = MonotonicTime.never

    mutating func schedule(_ deadline: MonotonicTime) {
        if deadline < next { next = max(deadline, last + Self.interval) }
    }

    func isDue(_ now: MonotonicTime) -> Bool { next <= now }

    /// Begins a check; deadlines that have not passed have to be scheduled again.
    mutating func begin(_ now: MonotonicTime) {
        last = now
        next = .never
    }

    /// Returns the milliseconds to wait; -1 is without limit.
    func timeout(from now: MonotonicTime) -> Int32 {
        next == .never ? -1 : Int32(clamping: max(0, next.milliseconds - now.milliseconds))
    }
}
