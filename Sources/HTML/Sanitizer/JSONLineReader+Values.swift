extension JSONLineReader {
    /// Skips a value of any kind, without recursion.
    mutating func skipValue() throws(JSONLineError) {
        var closers: [UInt8] = []
        repeat {
            guard closers.count <= Self.maximumDepth else { throw .tooDeep }
            switch next() {
            case UInt8(ascii: "{"):
                position += 1
                closers.append(UInt8(ascii: "}"))
                if next() != UInt8(ascii: "}") {
                    try skipName()
                    continue
                }
            case UInt8(ascii: "["):
                position += 1
                closers.append(UInt8(ascii: "]"))
                if next() != UInt8(ascii: "]") { continue }
            case UInt8(ascii: "\""): _ = try readString()
            case UInt8(ascii: "t"): try skip("true")
            case UInt8(ascii: "f"): try skip("false")
            case UInt8(ascii: "n"): try skip("null")
            default: try skipNumber()
            }
            try endValue(&closers)
        } while !closers.isEmpty
    }

    /// Leaves the arrays and objects that end behind a value, and steps over a comma to the next value.
    private mutating func endValue(_ closers: inout [UInt8]) throws(JSONLineError) {
        while let closer = closers.last {
            if next() == closer {
                position += 1
                closers.removeLast()
            } else {
                try expect(UInt8(ascii: ","))
                if closer == UInt8(ascii: "}") { try skipName() }
                return
            }
        }
    }

    private mutating func skipName() throws(JSONLineError) {
        guard next() == UInt8(ascii: "\"") else { throw .malformed(at: position) }
        _ = try readString()
        try expect(UInt8(ascii: ":"))
    }

    private mutating func skip(_ literal: String) throws(JSONLineError) {
        guard line[position...].starts(with: literal.utf8) else { throw .malformed(at: position) }
        position += literal.utf8.count
    }

    /// Skips a number by JSON's grammar: no leading zero, no sign but "-", digits on both sides of a point.
    private mutating func skipNumber() throws(JSONLineError) {
        if peek() == UInt8(ascii: "-") { position += 1 }
        if peek() == UInt8(ascii: "0") { position += 1 } else { try skipDigits() }
        if peek() == UInt8(ascii: ".") {
            position += 1
            try skipDigits()
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            position += 1
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position += 1 }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(JSONLineError) {
        guard peek()?.isDigit == true else { throw .malformed(at: position) }
        while peek()?.isDigit == true { position += 1 }
    }

    private func peek() -> UInt8? { position < line.count ? line[position] : nil }
}
