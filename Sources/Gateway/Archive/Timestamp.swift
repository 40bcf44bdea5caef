/// Points in time as the live service wrote them: `2014-04-29T14:18:17-0400`, `1989-12-10 00:00:00`, `2013-01-02`.
enum Timestamp {
    /// Seconds since 1970; the time of day and the offset may be missing. Nil where this is no date.
    static func seconds(_ text: String) -> Int? {
        guard let (year, month, day, rest) = date(text) else { return nil }
        let midnight = days(year: year, month: month, day: day) * 86_400
        guard !rest.isEmpty else { return midnight }
        guard rest.count >= 9, rest.first == UInt8(ascii: "T") || rest.first == UInt8(ascii: " "),
            let hour = number(rest.dropFirst(1).prefix(2)), let minute = number(rest.dropFirst(4).prefix(2)),
            let second = number(rest.dropFirst(7).prefix(2)), hour < 25, minute < 60, second < 61,
            let offset = offset(withoutFraction(rest.dropFirst(9)))
        else { return nil }
        return midnight + hour * 3600 + minute * 60 + second - offset
    }

    /// The date as a number that sorts as dates do, 20140429; negative in the years before the first.
    static func day(_ text: String) -> Int? {
        guard let (year, month, day, _) = date(text) else { return nil }
        let number = abs(year) * 10_000 + month * 100 + day
        return year < 0 ? -number : number
    }

    /// The number of a day as `day(_:)` tells it, from days since 1970.
    static func day(daysSince1970 days: Int) -> Int {
        let (year, month, day) = civil(days)
        return year * 10_000 + month * 100 + day
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

    /// What follows the fraction of a second, which counts for nothing here.
    private static func withoutFraction(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.first == UInt8(ascii: ".") else { return bytes }
        return bytes.dropFirst().drop { (0x30...0x39).contains($0) }
    }

    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        if bytes.isEmpty || bytes.elementsEqual("Z".utf8) { return 0 }
        let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }[...]
        guard digits.count == 4, let hours = number(digits.prefix(2)), let minutes = number(digits.suffix(2)) else {
            return nil
        }
        switch bytes.first {
        // A plus sign in a query means a space to those who forget to escape it.
        case UInt8(ascii: "+"), UInt8(ascii: " "): return hours * 3600 + minutes * 60
        case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
        default: return nil
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        Digits.clamped(Substring(decoding: bytes, as: UTF8.self))
    }

    /// Days since 1970 of a date in the proleptic Gregorian calendar, counted in 400-year eras from 1 March.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
