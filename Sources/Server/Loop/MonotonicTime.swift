import Glibc

/// A moment of the clock that no one can set, in milliseconds.
struct MonotonicTime: Comparable {
    var milliseconds: Int

    /// Whole milliseconds.
    typealias Span = Int

    static let never = MonotonicTime(milliseconds: .max)

    static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
    }

    static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.milliseconds < right.milliseconds }

    static func + (time: MonotonicTime, span: Span) -> MonotonicTime {
        MonotonicTime(milliseconds: time.milliseconds + span)
    }

    static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime { time + duration.milliseconds }
}

extension Duration {
    /// Whole milliseconds, rounded up, so that a limit is never cut short.
    var milliseconds: Int {
        Int(components.seconds) * 1000 + Int((components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
