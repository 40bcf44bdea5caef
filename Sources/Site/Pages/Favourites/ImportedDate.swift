import Basics
import FoundationEssentials

/// A date in an imported list.
enum ImportedDate {
    /// Parses seconds, milliseconds or smaller units since 1970, or an ISO 8601 date with optional time, fraction and
    /// zone. Returns nil for anything else and for years outside 1970 to 9999.
    static func parse(_ text: String) -> Date? {
        guard let seconds = number(text) ?? iso8601(text), (0...253_402_300_799).contains(seconds) else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }

    private static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ "0123456789.eE+".utf8.contains($0) }), var number = Double(text), number.isFinite
        else { return nil }
        // The limit is the year 5138 in seconds, and 1973 in milliseconds.
        while number >= 100_000_000_000 { number /= 1000 }
        return number
    }

    private static func iso8601(_ text: String) -> Double? {
        let text = text.replacing("UTC", with: "Z")
        let day = text.prefix(10).split { "-/.".contains($0) }.map { Int($0) ?? 0 }
        let tail = text.dropFirst(10)
        let zone = tail.drop { !"Zz+-".contains($0) }
        guard day.count == 3, let date = CivilDate(year: day[0], month: day[1], day: day[2]),
            let seconds = tail.isEmpty ? 0 : secondsOfDay(tail.dropLast(zone.count)), let offset = offset(zone)
        else { return nil }
        return Double(date.daysSince1970 * 86_400 - offset) + seconds
    }

    /// Parses "T22:13", "t22:13:20.5" or " 22:13:20,5 ".
    private static func secondsOfDay(_ text: Substring) -> Double? {
        guard let first = text.first, "Tt ".contains(first) else { return nil }
        let parts = text.dropFirst().replacing(",", with: ".").split { ": ".contains($0) }.map { Double($0) ?? -1 }
        guard (2...3).contains(parts.count), zip(parts, [24, 60, 60]).allSatisfy({ $0 >= 0 && $0 < $1 }) else {
            return nil
        }
        return zip(parts, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// Parses "Z", "+02:00", "+0200", "+02" or "" as seconds east of UTC. Returns nil for an incomplete zone.
    private static func offset(_ zone: Substring) -> Int? {
        if ["", "Z", "z"].contains(zone) { return 0 }
        let digits = zone.dropFirst().filter { $0 != ":" }
        guard digits.count == 2 || digits.count == 4, let hours = Int(digits.prefix(2)),
            let minutes = Int("0" + digits.dropFirst(2))
        else { return nil }
        return (hours * 60 + minutes) * (zone.first == "-" ? -60 : 60)
    }
}
