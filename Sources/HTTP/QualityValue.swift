/// The weight of a preference (RFC 9110 section 12.4.2).
enum QualityValue {
    /// Returns the thousandths of a qvalue: 0 or 1 with up to three decimals, 1 at most; nil if it is malformed.
    static func thousandths(_ text: some BidirectionalCollection<UInt8>) -> Int? {
        var digits = text.makeIterator()
        guard let integer = digits.next(), integer == UInt8(ascii: "0") || integer == UInt8(ascii: "1") else {
            return nil
        }
        var value = integer == UInt8(ascii: "1") ? 1000 : 0
        guard let point = digits.next() else { return value }
        guard point == UInt8(ascii: ".") else { return nil }
        var scale = 100
        while let digit = digits.next() {
            guard scale > 0, digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
            value += Int(digit - UInt8(ascii: "0")) * scale
            scale /= 10
        }
        return value <= 1000 ? value : nil
    }
}
