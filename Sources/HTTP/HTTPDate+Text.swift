extension HTTPDate {
    static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let dayNames = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// Such as `Sun, 06 Nov 1994 08:49:37 GMT`, for any moment of the years 1970 to 9999.
    package var text: String {
        let (days, seconds) = max(0, secondsSince1970).quotientAndRemainder(dividingBy: 86400)
        // Years are counted from March 0000 in eras of 400 years, which have 146,097 days.
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let year = era * 400 + yearOfEra + (monthFromMarch > 9 ? 1 : 0)
        let month = Self.monthNames[(monthFromMarch + 2) % 12]
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { Self.digits($0, 2) }.joined(separator: ":")
        return "\(Self.dayNames[days % 7]), \(Self.digits(day, 2)) \(month) \(Self.digits(year, 4)) \(time) GMT"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
