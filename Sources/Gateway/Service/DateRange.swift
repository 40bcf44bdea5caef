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
