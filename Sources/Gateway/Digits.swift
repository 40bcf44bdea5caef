/// Strict decimal numbers: ASCII digits only, no sign, no space.
enum Digits {
    /// The number these digits spell, `Int.max` where it does not fit; nil where anything but digits occurs.
    static func clamped(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty else { return nil }
        var value = 0
        for byte in text.utf8 {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) = tens.addingReportingOverflow(Int(byte - 0x30))
            value = overflow || carried ? .max : sum
        }
        return value
    }

    /// A decimal number such as -1 or 33.1; no exponent, no word.
    static func decimal(_ text: String) -> Double? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Double(text)
    }

    /// An id; nil where no object could have it.
    static func id(_ text: some StringProtocol) -> Int? {
        guard let id = clamped(text), id <= Kind.largestID else { return nil }
        return id
    }
}
