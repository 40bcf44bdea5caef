import Basics

/// A moment as HTTP fields write it, in whole seconds (RFC 9110 section 5.6.7).
package struct HTTPDate: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    package let secondsSince1970: Int

    package init(secondsSince1970: Int) { self.secondsSince1970 = secondsSince1970 }

    package static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

    /// Returns the moment of a UTC date; nil if there is no such day or time. A 60th second counts as the next minute's
    /// first.
    package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard let date = CivilDate(year: year, month: month, day: day), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        secondsSince1970 = ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
    }
}
