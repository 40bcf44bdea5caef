import Basics

/// The parser of decimal numbers in ASCII digits, without sign or space.
enum Digits {
    /// Returns the value of the digits, `Int.max` if it does not fit, or nil if the text has anything but digits.
    static func clamped(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty else { return nil }
        var value = 0
        for byte in text.utf8 {
            guard byte.isDigit else { return nil }
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) = tens.addingReportingOverflow(Int(byte - 0x30))
            value = overflow || carried ? .max : sum
        }
        return value
    }

    /// Parses a decimal number such as -1 or 33.1, without an exponent.
    static func decimal(_ text: String) -> Double? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        return Double(text)
    }

    /// Parses an integer that may have a fraction of zeros, as some programs write nullable integer columns: 1009220.0.
    /// Returns nil if the number is not an integer or does not fit.
    static func integer(_ text: String) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.dropFirst().allSatisfy({ $0.utf8.allSatisfy { $0 == 0x30 } }) else { return nil }
        return Int(parts[0])
    }

    /// Parses an object's id; returns nil if it is above `Kind.largestID`.
    static func id(_ text: some StringProtocol) -> Int? {
        guard let id = clamped(text), id <= Kind.largestID else { return nil }
        return id
    }
}
