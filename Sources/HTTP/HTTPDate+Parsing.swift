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
        self.init(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    }

    /// Parses a number of at most four digits.
    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard (1...4).contains(digits.count) else { return nil }
        var number = 0
        for digit in digits {
            guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}
