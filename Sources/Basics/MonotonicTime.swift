import Glibc

/// A time of the monotonic clock in milliseconds; cheaper than `ContinuousClock` on every request.
package struct MonotonicTime: Comparable, Sendable {
    package var milliseconds: Int

    package init(milliseconds: Int) { self.milliseconds = milliseconds }

    package static let never = MonotonicTime(milliseconds: .max)

    package static var now: MonotonicTime { MonotonicTime(milliseconds: Int(nanoseconds(CLOCK_MONOTONIC) / 1_000_000)) }

    /// Returns the time of a system clock in nanoseconds.
    package static func nanoseconds(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.milliseconds < right.milliseconds }

    package static func + (time: MonotonicTime, milliseconds: Int) -> MonotonicTime {
        MonotonicTime(milliseconds: time.milliseconds + milliseconds)
    }

    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime { time + duration.milliseconds }
}

extension Duration {
    /// Whole milliseconds, rounded up, so that a timeout is never shortened.
    package var milliseconds: Int {
        Int(components.seconds) * 1000 + Int((components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
