extension UInt8 {
    /// The byte itself, or the small letter where it is a capital one of ASCII.
    var lowercasedLetter: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    var isDigit: Bool { (0x30...0x39).contains(self) }

    /// HTML's whitespace: tab, line feed, form feed, carriage return and space.
    var isMarkupSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 || self == 0x0C }

    /// The value of an ASCII digit, of 16 where asked for.
    func digitValue(hexadecimal: Bool) -> UInt32? {
        if isDigit { return UInt32(self - 0x30) }
        let letter = self | 0x20
        return hexadecimal && letter >= 0x61 && letter <= 0x66 ? UInt32(letter - 0x61 + 10) : nil
    }
}
