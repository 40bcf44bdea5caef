/// The differences between Windows-1252 and Latin-1 (WHATWG Encoding standard, index windows-1252).
package enum Windows1252 {
    /// The characters of 0x80 to 0x9F; 0 for the five undefined bytes.
    private static let characters: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]

    /// Returns the character of a byte; nil for the five undefined ones.
    package static func character(_ byte: UInt8) -> Unicode.Scalar? {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        let value = characters[Int(byte) - 0x80]
        return value == 0 ? nil : Unicode.Scalar(value)
    }

    /// Returns the byte of a character; for an undefined byte the C1 control that decoders use.
    package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        let value = scalar.value
        if value < 0x100 { return UInt8(value) }
        guard value <= 0x2122, let index = characters.firstIndex(of: UInt16(value)) else { return nil }
        return UInt8(0x80 + index)
    }
}
