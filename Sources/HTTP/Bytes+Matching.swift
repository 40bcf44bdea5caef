extension BidirectionalCollection where Element == UInt8, SubSequence: BidirectionalCollection {
    /// Without the spaces and tabs around it, and nothing else (OWS, RFC 9110 section 5.6.3).
    func trimmingBlanks() -> SubSequence {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let last = lastIndex(where: { !isBlank($0) }) else { return self[startIndex..<startIndex] }
        return self[...last].drop(while: isBlank)
    }
}

extension Sequence<UInt8> {
    /// Whether these are the bytes of the text, ASCII letters in any case.
    func equalsIgnoringCase(_ text: String) -> Bool {
        elementsEqual(text.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension UInt8 {
    /// The byte itself, or the small letter where it is a capital one of ASCII.
    var lowercasedASCII: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }

    /// Whether the byte may stand in a token such as a field or cookie name (RFC 9110 section 5.6.2).
    var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
