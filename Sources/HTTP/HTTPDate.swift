import Basics

/// A time as in HTTP fields, in whole seconds (RFC 9110 section 5.6.7).
package struct HTTPDate: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    package let secondsSince1970: Int

    package init(secondsSince1970: Int) { self.secondsSince1970 = secondsSince1970 }

    package static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

    /// Creates the time of a UTC date; returns nil if there is no such day or time. A 60th second is the next minute's
    /// first.
    package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard let date = CivilDate(year: year, month: month, day: day), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        secondsSince1970 = ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
    }

    static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let dayNames = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// The time as `Sun, 06 Nov 1994 08:49:37 GMT`, for the years 1970 to 9999.
    package var text: String {
        let (days, second) = max(0, secondsSince1970).quotientAndRemainder(dividingBy: 86_400)
        let date = CivilDate(daysSince1970: days)
        var text = Array("\(Self.dayNames[days % 7]), ".utf8)
        text.append(digits: date.day, 2)
        text += " \(Self.monthNames[date.month - 1]) ".utf8
        text.append(digits: date.year, 4)
        text.append(UInt8(ascii: " "))
        text.append(time: second)
        return String(decoding: text, as: UTF8.self) + " GMT"
    }
}
