import Basics

/// A time as in HTTP fields, in whole seconds (RFC 9110 section 5.6.7).
package struct HTTPDate: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    package let secondsSince1970: Int

    package init(secondsSince1970: Int) { self.secondsSince1970 = secondsSince1970 }

    package static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
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

extension HTTPDate {
    /// Parses `Sun, 06 Nov 1994 08:49:37 GMT` and the two obsolete formats that recipients have to accept, `Sunday,
    /// 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`; returns nil for anything else.
    package init?(_ text: some StringProtocol) {
        let words = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
        switch words.count {
        case 6 where words[5].elementsEqual("GMT".utf8):
            self.init(day: words[1], month: words[2], year: words[3], time: words[4])
        case 5:
            self.init(day: words[2], month: words[1], year: words[4], time: words[3])
        case 4 where words[3].elementsEqual("GMT".utf8):
            let date = words[1].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard date.count == 3 else { return nil }
            self.init(day: date[0], month: date[1], year: date[2], time: words[2])
        default: return nil
        }
    }

    private init?<Bytes: Collection<UInt8>>(day: Bytes, month: Bytes, year: Bytes, time: Bytes) {
        let clock = time.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard clock.count == 3, clock.allSatisfy({ $0.count == 2 }), (1...2).contains(day.count),
            let month = Self.monthNames.firstIndex(where: { $0.utf8.elementsEqual(month) }),
            let hour = Self.number(clock[0]), let minute = Self.number(clock[1]), let second = Self.number(clock[2]),
            let day = Self.number(day), let number = Self.number(year), year.count == 4 || year.count == 2
        else { return nil }
        // Two digits are the years 1970 to 2069.
        let year = year.count == 4 ? number : number + (number < 70 ? 2000 : 1900)
        // A 60th second is the next minute's first.
        guard let date = CivilDate(year: year, month: month + 1, day: day), hour < 24, minute < 60, second <= 60 else {
            return nil
        }
        secondsSince1970 = ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
    }

    /// Parses a number of at most four digits.
    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard digits.count <= 4, digits.allSatisfy(\.isDigit) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
