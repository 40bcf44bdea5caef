extension JSONText {
    /// Returns JSON with the replacement, by default an escape of U+FFFD, for each escape of half a surrogate pair, which
    /// programs write that cut a text within an emoji: `JSONDecoder` would refuse the whole string.
    package static func replacingHalfPairs(in text: [UInt8], by replacement: String = "\\ufffd") -> [UInt8] {
        var whole: [UInt8] = []
        whole.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.first {
            var length = byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\\"), let unit = escapedUnit(rest), 0xD800...0xDFFF ~= unit {
                let next = unit < 0xDC00 ? escapedUnit(rest.dropFirst(6)) : nil
                guard let next, 0xDC00...0xDFFF ~= next else {
                    whole += replacement.utf8
                    rest = rest.dropFirst(6)
                    continue
                }
                length = 12
            }
            whole += rest.prefix(length)
            rest = rest.dropFirst(length)
        }
        return whole
    }

    /// Returns the UTF-16 code unit of the escape at the start; nil if there is none.
    private static func escapedUnit(_ text: ArraySlice<UInt8>) -> UInt16? {
        guard text.starts(with: "\\u".utf8) else { return nil }
        let digits = text.dropFirst(2).prefix(4).compactMap(\.hexValue)
        return digits.count == 4 ? digits.reduce(0) { $0 << 4 | UInt16($1) } : nil
    }
}
