/// The byte classes of the grammars of HTTP and URIs.
extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")

    var isBlank: Bool { self == .space || self == .tab }

    /// True for the bytes of a field value (RFC 9110 section 5.5), blanks included.
    var isFieldContent: Bool { self >= 0x20 && self != 0x7F || self == .tab }

    /// True for sub-delims (RFC 3986 section 2.2).
    var isSubDelimiter: Bool {
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "="):
            return true
        default: return false
        }
    }
}

extension UInt64 {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// True if one of its eight bytes is a control byte, including tab: a byte below 0x20 borrows from its high bit
    /// when that is subtracted from each, and so does the zero that 0x7F becomes (Warren, Hacker's Delight, section
    /// 6-1).
    var hasControlByte: Bool {
        let delete = self ^ (Self.ones &* 0x7F)
        let borrows = (self &- Self.ones &* 0x20) & ~self | (delete &- Self.ones) & ~delete
        return borrows & Self.highBits != 0
    }
}
