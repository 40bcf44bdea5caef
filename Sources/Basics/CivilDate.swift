import Glibc

/// A day of the proleptic Gregorian calendar; months and days are numbered from 1.
package struct CivilDate: Hashable, Sendable {
    package let year, month, day: Int

    /// Returns nil if the month has no such day.
    package init?(year: Int, month: Int, day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
        guard (1...12).contains(month), (1...31).contains(day), self == Self(daysSince1970: daysSince1970) else {
            return nil
        }
    }

    package init(daysSince1970 days: Int) {
        var (seconds, parts) = (days * 86_400, tm())
        gmtime_r(&seconds, &parts)
        (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    }

    package var daysSince1970: Int {
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
        return timegm(&parts) / 86_400
    }
}

extension [UInt8] {
    /// Appends a UTC time of the years 1970 to 9999, such as `2023-11-14T22:13:22Z` (RFC 3339), from seconds since
    /// 1970.
    package mutating func append(timestamp seconds: Int) {
        let (days, second) = Swift.min(Swift.max(seconds, 0), 253_402_300_799).quotientAndRemainder(dividingBy: 86_400)
        let date = CivilDate(daysSince1970: days)
        append(digits: date.year, 4)
        append(UInt8(ascii: "-"))
        append(digits: date.month, 2)
        append(UInt8(ascii: "-"))
        append(digits: date.day, 2)
        append(UInt8(ascii: "T"))
        append(time: second)
        append(UInt8(ascii: "Z"))
    }

    /// Appends a time of day such as `22:13:22`, from seconds since midnight.
    package mutating func append(time second: Int) {
        append(digits: second / 3600, 2)
        append(UInt8(ascii: ":"))
        append(digits: second / 60 % 60, 2)
        append(UInt8(ascii: ":"))
        append(digits: second % 60, 2)
    }

    /// Appends the last `count` decimal digits of a non-negative number, with leading zeros.
    package mutating func append(digits number: Int, _ count: Int) {
        var power = 1
        for _ in 1..<count { power *= 10 }
        while power > 0 {
            append(UInt8(ascii: "0") + UInt8(number / power % 10))
            power /= 10
        }
    }
}
