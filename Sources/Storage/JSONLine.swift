import Basics
import FoundationEssentials
import Heroes

/// Favourites as JSON, one a line, keys in the alphabet's order.
struct JSONLine {
    private(set) var bytes: [UInt8] = []

    /// Makes room for that many lines of the usual length.
    mutating func reserve(lines: Int) { bytes.reserveCapacity(lines * 160) }

    mutating func append(_ favourite: Favourite) {
        append(#"{"added":""#)
        append(favourite.added)
        append(#"","id":\#(favourite.id),"name":"#)
        appendQuoted(favourite.name)
        if let thumbnail = favourite.thumbnail {
            append(#","thumbnail":{"fileExtension":"#)
            appendQuoted(thumbnail.fileExtension)
            append(#","path":"#)
            appendQuoted(thumbnail.path)
            append("}")
        }
        append("}\n")
    }

    mutating func append(_ lines: JSONLine) { bytes += lines.bytes }

    mutating func append(_ text: String) { bytes += text.utf8 }

    /// A JSON string (RFC 8259 section 7): quotes, backslashes and controls are escaped, all else is UTF-8.
    private mutating func appendQuoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): append(#"\n"#)
            case 0..<0x20: append(#"\u00"# + Hex.text([byte]))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// `2023-11-14T22:13:22Z`, for the years 1970 to 9999; the day by the proleptic Gregorian calendar, in which 400
    /// years from any first of March have 146,097 days.
    private mutating func append(_ date: Date) {
        let seconds = Int(min(max(date.timeIntervalSince1970, 0), 253_402_300_799))
        let (day, second) = (seconds / 86_400, seconds % 86_400)
        let sinceMarch = day + 719_468
        let (era, dayOfEra) = (sinceMarch / 146_097, sinceMarch % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthSinceMarch = (5 * dayOfYear + 2) / 153
        let month = monthSinceMarch < 10 ? monthSinceMarch + 3 : monthSinceMarch - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        append(year / 100)
        append(year % 100, then: UInt8(ascii: "-"))
        append(month, then: UInt8(ascii: "-"))
        append(dayOfYear - (153 * monthSinceMarch + 2) / 5 + 1, then: UInt8(ascii: "T"))
        append(second / 3600, then: UInt8(ascii: ":"))
        append(second / 60 % 60, then: UInt8(ascii: ":"))
        append(second % 60, then: UInt8(ascii: "Z"))
    }

    /// A number below 100 in two digits, and what follows it.
    private mutating func append(_ number: Int, then separator: UInt8? = nil) {
        bytes.append(UInt8(ascii: "0") + UInt8(number / 10))
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
        if let separator { bytes.append(separator) }
    }
}
