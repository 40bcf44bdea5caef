extension JSONLineReader {
    /// Reads the string whose quote is at the position.
    mutating func readString() throws(JSONLineError) -> [UInt8] {
        position += 1
        var text: [UInt8] = []
        while position < line.count {
            let start = position
            while position < line.count, line[position] != 0x22, line[position] != 0x5C, line[position] >= 0x20 {
                position += 1
            }
            text += line[start..<position]
            guard position < line.count, line[position] >= 0x20 else { break }
            position += 1
            if line[position - 1] == UInt8(ascii: "\"") { return text }
            try readEscape(into: &text)
        }
        throw .malformed(at: position)
    }

    /// Reads what stands behind a backslash.
    private mutating func readEscape(into text: inout [UInt8]) throws(JSONLineError) {
        guard position < line.count else { throw .malformed(at: position) }
        position += 1
        switch line[position - 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(line[position - 1])
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += try readScalar().utf8
        default: throw .malformed(at: position - 1)
        }
    }

    /// Reads the digits behind "\u", and the second half of a surrogate pair.
    private mutating func readScalar() throws(JSONLineError) -> Unicode.Scalar {
        let first = try readCodeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        let afterFirst = position
        guard first < 0xDC00, line[position...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
        position += 2
        let second = try readCodeUnit()
        guard (0xDC00...0xDFFF).contains(second) else {
            position = afterFirst
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func readCodeUnit() throws(JSONLineError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard position < line.count, let digit = line[position].digitValue(hexadecimal: true) else {
                throw .malformed(at: position)
            }
            value = value << 4 | digit
            position += 1
        }
        return value
    }
}
