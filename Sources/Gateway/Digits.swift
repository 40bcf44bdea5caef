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

    /// The whole number that is spelled with a fraction or an exponent, or with neither: spreadsheets write 1009220.0 and
    /// 1.00922E6. Nil if it is not whole or does not fit.
    static func whole(_ text: String) -> Int? {
        let scientific = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let decimal = scientific[0].split(separator: ".", omittingEmptySubsequences: false)
        guard scientific.count <= 2, decimal.count <= 2, let told = scientific.count == 2 ? Int(scientific[1]) : 0,
            (-400...400).contains(told)
        else { return nil }
        // Not by way of a floating-point number, which has no room for all digits of a code.
        let digits = decimal.joined()
        let exponent = told - (decimal.count == 2 ? decimal[1].utf8.count : 0)
        guard exponent < 0 else { return Int(digits + String(repeating: "0", count: exponent)) }
        return digits.utf8.suffix(-exponent).allSatisfy { $0 == 0x30 } ? Int(digits.dropLast(-exponent)) : nil
    }

    /// Returns an id; nil if no object could have it.
    static func id(_ text: some StringProtocol) -> Int? {
        guard let id = clamped(text), id <= Kind.largestID else { return nil }
        return id
    }
}
