import Basics
import Testing

@Suite struct CivilDateTests {
    @Test("every day of four centuries before and after 1970 converts to its number and back")
    func roundTrip() {
        var last = CivilDate(daysSince1970: -146_098)
        for days in -146_097...146_097 {
            let date = CivilDate(daysSince1970: days)
            #expect(date.daysSince1970 == days)
            let isNext = date.year == last.year && date.month == last.month && date.day == last.day + 1
            let isFirst = date.day == 1 && (date.month == last.month + 1 || date.month == 1 && last.month == 12)
            #expect(isNext || isFirst)
            last = date
        }
    }

    @Test(
        "invalid days are rejected",
        arguments: [(2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0)])
    func missing(year: Int, month: Int, day: Int) { #expect(CivilDate(year: year, month: month, day: day) == nil) }

    @Test("leap days are accepted") func leapDay() {
        #expect(CivilDate(year: 2024, month: 2, day: 29)?.daysSince1970 == 19_782)
        #expect(CivilDate(year: 2000, month: 2, day: 29) != nil)
    }

    @Test(
        "a timestamp has the format of RFC 3339",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_700_000_002, "2023-11-14T22:13:22Z"), (951_868_799, "2000-02-29T23:59:59Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"), (-5, "1970-01-01T00:00:00Z"), (.max, "9999-12-31T23:59:59Z"),
        ])
    func timestamp(seconds: Int, text: String) {
        var bytes: [UInt8] = []
        bytes.append(timestamp: seconds)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
}
