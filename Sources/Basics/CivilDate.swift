/// A day of the proleptic Gregorian calendar.
package struct CivilDate: Hashable, Sendable {
    package let year: Int
    /// From 1 to 12.
    package let month: Int
    /// From 1 to 31.
    package let day: Int

    /// Returns nil if the month has no such day.
    package init?(year: Int, month: Int, day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
        guard (1...12).contains(month), (1...31).contains(day), self == Self(daysSince1970: daysSince1970) else {
            return nil
        }
    }

    /// Computes the day in eras of 400 years of 146,097 days from 1 March, so that a leap day ends its year.
    package init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    }

    package var daysSince1970: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
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
