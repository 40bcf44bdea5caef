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
        if isLetter || isDigit { return true }
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            return true
        default: return false
        }
    }

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

extension Sequence<UInt8> {
    /// Whether these are the bytes of the small-letter text, letters in any case.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) {
            $0.lowercased == $1
        }
    }
}
