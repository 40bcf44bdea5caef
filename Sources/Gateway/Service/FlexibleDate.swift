import Basics
import HTTP

/// A day or a point in time in one of four formats: ISO 8601 (`2014-04-29`, `20140429`, `2014-04-29T14:18:17-0400`),
/// a date of HTTP, `April 29, 2014` or `29 April 2014`, and `4/29/2014`.
///
/// The live service's documentation: "Dates are preferably formatted as YYYY-MM-DD but may be sent as any common date
/// format."
struct FlexibleDate {
    /// The seconds since 1970.
    let seconds: Int
    /// The day in the format of `Timestamp.day`.
    let day: Int

    /// Returns nil if the text is not a date.
    init?(_ text: String) {
        let text = String(
            decoding: text.utf8.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed(), as: UTF8.self)
        if let date = HTTPDate(text) {
            seconds = date.secondsSince1970
            day = Timestamp.day(daysSince1970: Int((Double(seconds) / 86_400).rounded(.down)))
            return
        }
        let timestamp = Self.timestamp(text) ?? text
        guard let seconds = Timestamp.seconds(timestamp), let day = Timestamp.day(timestamp) else { return nil }
        self.seconds = seconds
        self.day = day
    }

    /// Converts the text to the format that `Timestamp` parses; nil if it has none of the other formats.
    private static func timestamp(_ text: String) -> String? {
        let iso = /([0-9]{4})-?([0-9]{2})-?([0-9]{2})(?:[Tt ]([0-9]{2}:[0-9]{2})(:[0-9]{2})?(.*))?/
        if let (_, year, month, day, minute, second, offset) = text.wholeMatch(of: iso)?.output {
            let date = "\(year)-\(month)-\(day)"
            guard let minute, let offset else { return date }
            return "\(date)T\(minute)\(second ?? ":00")\(offset.uppercased())"
        }
        if let (_, month, day, year) = text.wholeMatch(of: /([0-9]{1,2})\/([0-9]{1,2})\/([0-9]{4})/)?.output {
            return timestamp(year, Digits.clamped(month), day)
        }
        if let (_, name, day, year) = text.wholeMatch(of: /([A-Za-z]{3,9})\.? ([0-9]{1,2}),? ([0-9]{4})/)?.output {
            return timestamp(year, month(name), day)
        }
        if let (_, day, name, year) = text.wholeMatch(of: /([0-9]{1,2}) ([A-Za-z]{3,9}) ([0-9]{4})/)?.output {
            return timestamp(year, month(name), day)
        }
        return nil
    }

    private static func timestamp(_ year: Substring, _ month: Int?, _ day: Substring) -> String? {
        guard let month else { return nil }
        let twoDigits = { (number: String) in number.utf8.count < 2 ? "0" + number : number }
        return "\(year)-\(twoDigits(String(month)))-\(twoDigits(String(day)))"
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// Returns the number of the month, from 1; its first three letters are enough.
    private static func month(_ name: Substring) -> Int? {
        let name = name.lowercased()
        return months.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
    }
}

/// The first and the last day of a date range, in the format of `Timestamp.day`.
struct DateRange: Hashable, Sendable {
    let first: Int
    let last: Int
}

extension DateRange {
    /// Parses a week (Sunday to Saturday) or month relative to today, in days since 1970; nil for any other word.
    init?(descriptor: String, today: Int) {
        // 1 January 1970 was a Thursday, four days after a Sunday.
        let sunday = today - ((today + 4) % 7 + 7) % 7
        switch descriptor.lowercased() {
        case "lastweek": self.init(days: sunday - 7, sunday - 1)
        case "thisweek": self.init(days: sunday, sunday + 6)
        case "nextweek": self.init(days: sunday + 7, sunday + 13)
        case "thismonth":
            let month = Timestamp.day(daysSince1970: today) / 100
            self.init(first: month * 100 + 1, last: month * 100 + 31)
        default: return nil
        }
    }

    /// Parses two dates separated by a comma, both included.
    init?(commaSeparated text: String) {
        let dates = text.split(separator: ",", omittingEmptySubsequences: false).map { FlexibleDate(String($0))?.day }
        guard dates.count == 2, let first = dates[0], let last = dates[1] else { return nil }
        self.init(first: first, last: last)
    }

    private init(days first: Int, _ last: Int) {
        self.init(first: Timestamp.day(daysSince1970: first), last: Timestamp.day(daysSince1970: last))
    }
}
