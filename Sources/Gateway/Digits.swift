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

    /// An id; nil where no object could have it.
    static func id(_ text: some StringProtocol) -> Int? {
        guard let id = clamped(text), id <= Kind.largestID else { return nil }
        return id
    }
}
