import Basics
import HTTP

/// The parser of dates and times in the live service's formats: `2014-04-29T14:18:17-0400`, `1989-12-10 00:00:00`,
/// `2013-01-02`.
enum Timestamp {
    /// Parses seconds since 1970; the time of day and the offset may be missing. Returns nil if the text is not a date.
    static func seconds(_ text: String) -> Int? {
        // Counted from the first of the month, since some recorded dates have invalid days such as 31 February.
        guard let (year, month, day, time) = date(text), let first = CivilDate(year: year, month: month, day: 1) else {
            return nil
        }
        let midnight = (first.daysSince1970 + day - 1) * 86_400
        guard !time.isEmpty else { return midnight }
        guard time.count >= 9, time.first == UInt8(ascii: "T") || time.first == UInt8(ascii: " "),
            let hour = number(time.dropFirst(1).prefix(2)), let minute = number(time.dropFirst(4).prefix(2)),
            let second = number(time.dropFirst(7).prefix(2)), hour < 25, minute < 60, second < 61,
            let offset = offset(withoutFraction(time.dropFirst(9)))
        else { return nil }
        return midnight + hour * 3600 + minute * 60 + second - offset
    }

    /// Parses a date to a number that sorts like the date, such as 20140429; negative for years before 1.
    static func day(_ text: String) -> Int? {
        guard let (year, month, day, _) = date(text) else { return nil }
        let number = abs(year) * 10_000 + month * 100 + day
        return year < 0 ? -number : number
    }

    /// Converts days since 1970 to the number of `day(_:)`.
    static func day(daysSince1970 days: Int) -> Int {
        let date = CivilDate(daysSince1970: days)
        return date.year * 10_000 + date.month * 100 + date.day
    }

    private static func date(_ text: String) -> (Int, Int, Int, ArraySlice<UInt8>)? {
        var bytes = Array(text.utf8)[...]
        let negative = bytes.first == UInt8(ascii: "-")
        if negative { bytes = bytes.dropFirst() }
        guard bytes.count >= 10, bytes[bytes.startIndex + 4] == UInt8(ascii: "-"),
            bytes[bytes.startIndex + 7] == UInt8(ascii: "-"), let year = number(bytes.prefix(4)),
            let month = number(bytes.dropFirst(5).prefix(2)), let day = number(bytes.dropFirst(8).prefix(2)),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return (negative ? -year : year, month, day, bytes.dropFirst(10))
    }

    /// Drops the fraction of a second.
    private static func withoutFraction(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.first == UInt8(ascii: ".") else { return bytes }
        return bytes.dropFirst().drop(while: \.isDigit)
    }

    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        if bytes.isEmpty || bytes.elementsEqual("Z".utf8) { return 0 }
        let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }[...]
        guard digits.count == 4, let hours = number(digits.prefix(2)), let minutes = number(digits.suffix(2)) else {
            return nil
        }
        switch bytes.first {
        // An unescaped plus sign in a query is decoded as a space.
        case UInt8(ascii: "+"), UInt8(ascii: " "): return hours * 3600 + minutes * 60
        case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
        default: return nil
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        Digits.clamped(Substring(decoding: bytes, as: UTF8.self))
    }
}

/// A day or a point in time in ISO 8601 (`2014-04-29`, `20140429`, `2014-04-29T14:18:17-0400`) or as `4/29/2014`.
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
        let timestamp = Self.timestamp(text) ?? text
        guard let seconds = Timestamp.seconds(timestamp), let day = Timestamp.day(timestamp) else { return nil }
        self.seconds = seconds
        self.day = day
    }

    /// Converts the text to the format that `Timestamp` parses; nil if it has neither format.
    private static func timestamp(_ text: String) -> String? {
        let iso = /([0-9]{4})-?([0-9]{2})-?([0-9]{2})(?:[Tt ]([0-9]{2}:[0-9]{2})(:[0-9]{2})?(.*))?/
        if let (_, year, month, day, minute, second, offset) = text.wholeMatch(of: iso)?.output {
            let date = "\(year)-\(month)-\(day)"
            guard let minute, let offset else { return date }
            return "\(date)T\(minute)\(second ?? ":00")\(offset.uppercased())"
        }
        guard let (_, month, day, year) = text.wholeMatch(of: /([0-9]{1,2})\/([0-9]{1,2})\/([0-9]{4})/)?.output else {
            return nil
        }
        let twoDigits = { (number: Substring) in number.utf8.count < 2 ? "0" + number : number }
        return "\(year)-\(twoDigits(month))-\(twoDigits(day))"
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
