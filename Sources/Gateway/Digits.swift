import Basics

/// Strict decimal numbers: ASCII digits only, no sign, no space.
enum Digits {
    /// The number these digits spell, `Int.max` if it does not fit; nil if anything but digits occurs.
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

    /// A decimal number such as -1 or 33.1; no exponent, no word.
    static func decimal(_ text: String) -> Double? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        return Double(text)
    }

    /// The whole number that is spelled with a fraction of nothing or without one, as programs write columns of numbers that
    /// have gaps: 1009220.0. Returns nil if the number is not whole or does not fit.
    static func whole(_ text: String) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.dropFirst().allSatisfy({ $0.utf8.allSatisfy { $0 == 0x30 } }) else { return nil }
        return Int(parts[0])
    }

    /// Returns an id; nil if no object could have it.
    static func id(_ text: some StringProtocol) -> Int? {
        guard let id = clamped(text), id <= Kind.largestID else { return nil }
        return id
    }
}
