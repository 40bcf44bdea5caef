import FoundationEssentials
import HTTP

/// A time as lists of other programs write it.
enum ListedTime {
    /// Parses seconds since 1970, or milliseconds and smaller parts, or a date of ISO 8601 with or without time, fraction and
    /// zone; nil for anything else and for times outside the years 1970 to 9999.
    static func parse(_ text: String) -> Date? {
        guard let seconds = number(text) ?? iso8601(text), (0...253_402_300_799).contains(seconds) else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }

    private static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ "0123456789.eE+".utf8.contains($0) }), var number = Double(text), number.isFinite
        else { return nil }
        // As seconds it is in the year 5138, as milliseconds in 1973.
        while number >= 100_000_000_000 { number /= 1000 }
        return number
    }

    /// Takes UTC if there is no zone.
    private static func iso8601(_ text: String) -> Double? {
        var rest = Digits(text.replacing("UTC", with: "Z").utf8[...])
        guard let year = rest.number(4), rest.skip("-/."), let month = rest.number(2), rest.skip("-/."),
            let day = rest.number(2)
        else { return nil }
        var (hour, minute, second, fraction, offset) = (0, 0, 0, 0.0, 0)
        if rest.skip("Tt ") {
            guard let hours = rest.number(2), rest.skip(":"), let minutes = rest.number(2) else { return nil }
            (hour, minute) = (hours, minutes)
            if rest.skip(":"), let seconds = rest.number(2) { second = seconds }
            if rest.skip(".,") { fraction = rest.fraction() }
            guard let zone = zone(&rest) else { return nil }
            offset = zone
        }
        guard rest.isAtEnd,
            let date = HTTPDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        return Double(date.secondsSince1970 - offset) + fraction
    }

    /// Reads "Z", "+02:00", "+0200", "+02" or nothing. Returns the seconds before UTC, or nil for half a zone.
    private static func zone(_ rest: inout Digits) -> Int? {
        _ = rest.skip(" ")
        if rest.isAtEnd || rest.skip("Zz") { return 0 }
        let isWest = rest.skip("-")
        guard isWest || rest.skip("+"), let hours = rest.number(2) else { return nil }
        _ = rest.skip(":")
        let seconds = (hours * 60 + (rest.number(2) ?? 0)) * 60
        return isWest ? -seconds : seconds
    }
}

/// The digits of a date, and what is between them.
private struct Digits {
    private var rest: Substring.UTF8View

    init(_ text: Substring.UTF8View) { rest = text }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads exactly so many digits, or nothing.
    mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(Self.isDigit), let number = Int(Substring(digits)) else {
            return nil
        }
        rest.removeFirst(count)
        return number
    }

    mutating func fraction() -> Double {
        let digits = rest.prefix(while: Self.isDigit)
        rest.removeFirst(digits.count)
        return Double("0.\(Substring(digits))") ?? 0
    }

    /// Skips one of these characters. Returns false if there is none.
    mutating func skip(_ characters: String) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest.removeFirst()
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
