/// The kinds of bytes that HTTP's and URIs' grammars tell apart.
extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")

    var isBlank: Bool { self == .space || self == .tab }

    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    var isControl: Bool { self < 0x20 || self == 0x7F }

    var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

    var hexValue: UInt8? {
        if isDigit { return self - UInt8(ascii: "0") }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }

    /// tchar (RFC 9110 section 5.6.2).
    var isToken: Bool {
        switch self {
        case 0..<64: Self.lowTokens >> self & 1 == 1
        case 64..<128: Self.highTokens >> (self - 64) & 1 == 1
        default: false
        }
    }

    /// A bit for each of the first 64 bytes: `!`, `#` to `'`, `*+`, `-.` and digits.
    private static let lowTokens: UInt64 = 1 << 0x21 | 0x1F << 0x23 | 0b11 << 0x2A | 0b11 << 0x2D | 0x3FF << 0x30
    /// A bit for each of the next 64: letters, `^` to the backquote, `|` and `~`.
    private static let highTokens: UInt64 =
        0x3FF_FFFF << 0x01 | 0b111 << 0x1E | 0x3FF_FFFF << 0x21 | 1 << 0x3C | 1 << 0x3E

    /// What a field value may hold (RFC 9110 section 5.5), blanks included.
    var isFieldContent: Bool { self >= 0x20 && self != 0x7F || self == .tab }

    /// unreserved (RFC 3986 section 2.3).
    var isUnreserved: Bool {
        if isLetter || isDigit { return true }
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): return true
        default: return false
        }
    }

    /// sub-delims (RFC 3986 section 2.2).
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

    /// Whether one of its eight bytes is a control byte, a tab among them: a byte below 0x20 borrows from its high bit
    /// when that is taken from each, and so does the zero that 0x7F becomes (Warren, Hacker's Delight, section 6-1).
    var hasControlByte: Bool {
        let delete = self ^ (Self.ones &* 0x7F)
        let borrows = (self &- Self.ones &* 0x20) & ~self | (delete &- Self.ones) & ~delete
        return borrows & Self.highBits != 0
    }
}

extension Sequence<UInt8> {
    /// Whether these are the bytes of the small-letter text, letters in any case.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) {
            $0.lowercased == $1
        }
    }
}
