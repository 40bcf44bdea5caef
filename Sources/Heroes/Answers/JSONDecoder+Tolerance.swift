import FoundationEssentials

extension JSONDecoder {
    /// Decodes a source's answer; bytes that are no UTF-8 are replaced and halves of surrogate pairs left out, so that they
    /// spoil no more than themselves.
    package func decodeTolerantly<Value: Decodable>(_ bytes: [UInt8]) throws -> Value {
        let text = String(decoding: Self.withoutHalfPairs(bytes), as: UTF8.self)
        return try decode(Value.self, from: Data(text.utf8))
    }

    /// Returns the text without escapes of half a surrogate pair, which sources write that cut a name within an emoji:
    /// `JSONDecoder` would refuse the whole string.
    private static func withoutHalfPairs(_ text: [UInt8]) -> [UInt8] {
        var whole: [UInt8] = []
        whole.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.first {
            var length = byte == UInt8(ascii: "\\") ? 2 : 1
            if let unit = escapedUnit(rest), 0xD800...0xDFFF ~= unit {
                let next = unit < 0xDC00 ? escapedUnit(rest.dropFirst(6)) : nil
                guard let next, 0xDC00...0xDFFF ~= next else {
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
        let digits = text.dropFirst(2).prefix(4)
        guard digits.count == 4, !digits.contains(UInt8(ascii: "+")) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
