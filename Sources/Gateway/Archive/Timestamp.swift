import Basics

/// A day or a point in time in a format of the live service (`2014-04-29T14:18:17-0400`, `1989-12-10 00:00:00`,
/// `2013-01-02`), or in another one of requests: `20130102`, `1/2/2013`, times with a fraction or without seconds.
///
/// The live service's documentation: "Dates are preferably formatted as YYYY-MM-DD but may be sent as any common date
/// format."
struct Timestamp {
    /// The seconds since 1970. Without an offset, the time is UTC.
    let seconds: Int
    /// A number that sorts like the date, such as 20140429; negative for years before 1.
    let day: Int

    init?(_ text: String) {
        var cursor = Cursor(remainder: Array(text.utf8).trimmingBlanks())
        // Counted from the first of the month, since some recorded dates have invalid days such as 31 February.
        guard let (year, month, day) = cursor.date(), let first = CivilDate(year: year, month: month, day: 1),
            (1...31).contains(day), let time = cursor.remainder.isEmpty ? 0 : cursor.time()
        else { return nil }
        seconds = (first.daysSince1970 + day - 1) * 86_400 + time
        self.day = (year < 0 ? -1 : 1) * (abs(year) * 10_000 + month * 100 + day)
    }

    /// Converts days since 1970 to a day's number.
    static func day(daysSince1970 days: Int) -> Int {
        let date = CivilDate(daysSince1970: days)
        return date.year * 10_000 + date.month * 100 + date.day
    }

    private struct Cursor {
        var remainder: ArraySlice<UInt8>

        /// Skips one of these characters; returns false if there is none.
        mutating func skip(_ characters: String) -> Bool {
            guard let byte = remainder.first, characters.utf8.contains(byte) else { return false }
            remainder.removeFirst()
            return true
        }

        /// Parses a number of so many digits.
        mutating func number(_ count: Int) -> Int? {
            let digits = remainder.prefix(count)
            remainder = remainder.dropFirst(count)
            return digits.count == count ? Digits.clamped(Substring(decoding: digits, as: UTF8.self)) : nil
        }

        mutating func date() -> (year: Int, month: Int, day: Int)? {
            let parts = remainder.split(separator: UInt8(ascii: "/"))
            if parts.count == 3, parts[2].count == 4 {
                let numbers = parts.compactMap { Digits.clamped(Substring(decoding: $0, as: UTF8.self)) }
                remainder = []
                return numbers.count == 3 ? (numbers[2], numbers[0], numbers[1]) : nil
            }
            let sign = skip("-") ? -1 : 1
            // The hyphens are optional.
            guard let year = number(4), skip("-") || true, let month = number(2), skip("-") || true, let day = number(2)
            else { return nil }
            return (sign * year, month, day)
        }

        /// Parses a time of day with an offset; returns its seconds since midnight UTC.
        mutating func time() -> Int? {
            guard skip("Tt "), let hour = number(2), skip(":"), let minute = number(2),
                let second = skip(":") ? number(2) : 0, hour < 25, minute < 60, second < 61
            else { return nil }
            if skip(".") { remainder = remainder.drop(while: \.isDigit) }
            let time = hour * 3600 + minute * 60 + second
            guard !remainder.isEmpty, !skip("Zz") else { return remainder.isEmpty ? time : nil }
            // An unescaped plus sign in a query is decoded as a space.
            let sign = remainder.first == UInt8(ascii: "-") ? -1 : 1
            guard skip("+- "), let hours = number(2), skip(":") || true, let minutes = number(2), remainder.isEmpty
            else { return nil }
            return time - sign * (hours * 3600 + minutes * 60)
        }
    }
}

/// A week (Sunday to Saturday) or month relative to today, as in parameters.
enum DateDescriptor: String, CaseIterable {
    case lastWeek, thisWeek, nextWeek, thisMonth

    /// Returns nil for any other word; ignores case.
    init?(_ word: String) {
        guard let descriptor = Self.allCases.first(where: { $0.rawValue.lowercased() == word.lowercased() }) else {
            return nil
        }
        self = descriptor
    }
}

extension ListQuery.Condition {
    /// Returns the condition for comics on sale in a week or month; today is in days since 1970.
    static func onSale(_ descriptor: DateDescriptor, today: Int) -> Self {
        // 1 January 1970 was a Thursday, four days after a Sunday.
        let sunday = today - ((today + 4) % 7 + 7) % 7
        func week(_ first: Int) -> Self {
            onSale(from: Timestamp.day(daysSince1970: first), to: Timestamp.day(daysSince1970: first + 6))
        }
        switch descriptor {
        case .lastWeek: return week(sunday - 7)
        case .thisWeek: return week(sunday)
        case .nextWeek: return week(sunday + 7)
        case .thisMonth:
            let month = Timestamp.day(daysSince1970: today) / 100
            return onSale(from: month * 100 + 1, to: month * 100 + 31)
        }
    }

    /// Returns the condition for two dates separated by a comma, both included; nil if they are invalid.
    static func onSale(dates: String) -> Self? {
        let days = dates.split(separator: ",", omittingEmptySubsequences: false).map { Timestamp(String($0))?.day }
        guard days.count == 2, let first = days[0], let last = days[1] else { return nil }
        return onSale(from: first, to: last)
    }

    private static func onSale(from first: Int, to last: Int) -> Self { Self("onsale BETWEEN ? AND ?", first, last) }
}
