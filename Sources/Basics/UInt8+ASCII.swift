/// The ASCII byte classes of the grammars of HTTP, URIs and markup.
extension UInt8 {
    @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

    @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    @inlinable package var isControl: Bool { self < 0x20 || self == 0x7F }

    /// The lowercase letter of an uppercase one, every other byte unchanged.
    @inlinable package var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// The value of a hexadecimal digit in either case; nil for other bytes.
    @inlinable package var hexValue: UInt8? {
        if isDigit { return self - 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }

    /// True for tchar (RFC 9110 section 5.6.2).
    @inlinable package var isToken: Bool {
        switch self {
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true
        default: false
        }
    }

    /// True for unreserved (RFC 3986 section 2.3).
    @inlinable package var isUnreserved: Bool {
        isLetter || isDigit || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E
    }
}

extension Sequence<UInt8> {
    /// Returns true if both are the same bytes, ignoring the case of ASCII letters.
    @inlinable
    package func equalsIgnoringCase(_ other: some Sequence<UInt8>) -> Bool {
        elementsEqual(other) { $0.lowercased == $1.lowercased }
    }
}

extension BidirectionalCollection where Element == UInt8, SubSequence: BidirectionalCollection {
    /// Returns the bytes without the spaces and tabs around them (OWS, RFC 9110 section 5.6.3).
    package func trimmingBlanks() -> SubSequence {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        guard let last = lastIndex(where: { !isBlank($0) }) else { return self[startIndex..<startIndex] }
        return self[...last].drop(while: isBlank)
    }
}
