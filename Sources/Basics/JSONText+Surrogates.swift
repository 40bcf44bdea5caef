extension JSONText {
    /// Returns JSON with the replacement, by default an escape of U+FFFD, for each escape of a lone surrogate; programs
    /// that truncate a text within an emoji write them, and `JSONDecoder` rejects the complete string.
    package static func replacingLoneSurrogates(in text: [UInt8], by replacement: String = "\\ufffd") -> [UInt8] {
        guard hasSurrogate(text) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var remainder = text[...]
        while let byte = remainder.first {
            var length = byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\\"), let unit = escapedUnit(remainder), 0xD800...0xDFFF ~= unit {
                let next = unit < 0xDC00 ? escapedUnit(remainder.dropFirst(6)) : nil
                guard let next, 0xDC00...0xDFFF ~= next else {
                    result += replacement.utf8
                    remainder = remainder.dropFirst(6)
                    continue
                }
                length = 12
            }
            result += remainder.prefix(length)
            remainder = remainder.dropFirst(length)
        }
        return result
    }

    /// Returns true if an escape of a surrogate, such as `\ud83d`, is in the text; few texts have one.
    private static func hasSurrogate(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { bytes in
            var index = 0
            while index + 2 < bytes.count {
                guard bytes[index] == UInt8(ascii: "\\") else {
                    index += 1
                    continue
                }
                if bytes[index + 1] == UInt8(ascii: "u"), bytes[index + 2] | 0x20 == UInt8(ascii: "d") { return true }
                index += 2
            }
            return false
        }
    }

    /// Returns the UTF-16 code unit of the escape at the start; nil if there is none.
    private static func escapedUnit(_ text: ArraySlice<UInt8>) -> UInt16? {
        guard text.starts(with: "\\u".utf8) else { return nil }
        let digits = text.dropFirst(2).prefix(4).compactMap(\.hexValue)
        return digits.count == 4 ? digits.reduce(0) { $0 << 4 | UInt16($1) } : nil
    }
}
