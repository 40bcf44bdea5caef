extension RecordScanner {
    /// A record is a few KiB; what is longer is not kept in memory.
    static let longest = 1 << 24

    /// What is known of an object while it is read.
    private struct Reading {
        var bytes: [UInt8] = []
        var stack: [UInt8] = []
        /// Brackets that are open beyond the deepest that are kept.
        var beyond = 0
        /// The last byte that is no white space; a quote for a whole string.
        var last: UInt8 = 0
        /// The last text at the outermost level, quotes and all.
        var name: Range<Int> = 0..<0
        var flaw: String?

        mutating func append(_ byte: UInt8) {
            if bytes.count < RecordScanner.longest { bytes.append(byte) } else { flaw = "longer than 16 MiB" }
        }

        /// Whether a bracket may open here.
        var takesValue: Bool {
            switch stack.last {
            case nil: true
            case UInt8(ascii: "{"): last == UInt8(ascii: ":")
            default: last == UInt8(ascii: "[") || last == UInt8(ascii: ",")
            }
        }

        /// Whether this is the member of an envelope that holds records.
        var isFrame: Bool {
            stack.count == 1 && beyond == 0 && last == UInt8(ascii: ":")
                && (bytes[name].elementsEqual("\"data\"".utf8) || bytes[name].elementsEqual("\"results\"".utf8))
        }

        mutating func open(_ bracket: UInt8) {
            if stack.count < JSONParser.deepest { stack.append(bracket) } else { beyond += 1 }
            if beyond > 0 { flaw = "nested deeper than \(JSONParser.deepest)" }
        }

        mutating func close(_ bracket: UInt8) {
            guard beyond == 0 else { beyond -= 1; return }
            let opening = bracket == UInt8(ascii: "}") ? UInt8(ascii: "{") : UInt8(ascii: "[")
            guard stack.contains(opening) else { flaw = "a bracket too many"; return }
            while let open = stack.popLast(), open != opening { flaw = "brackets that do not match" }
        }
    }

    /// Reads an object from its brace to its end; nil where it turns out to be around the records.
    mutating func object() throws(ByteReader.Failure) -> Found? {
        var reading = Reading()
        while let byte = input.current {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if reading.isFrame {
                    frames.append(.envelope)
                    return nil
                }
                if !reading.takesValue {
                    // Whoever writes a record per line leaves such lines behind when interrupted.
                    if input.isAtLineStart { return .bad("it breaks off in the middle") }
                    reading.flaw = "a bracket where none may be"
                }
                reading.open(byte)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): reading.close(byte)
            case UInt8(ascii: "\""):
                try string(into: &reading)
                continue
            case UInt8(ascii: "\n"):
                if isLines { return .bad("it breaks off in the middle") }
                keepsToLines = false
            default: break
            }
            reading.append(byte)
            if byte > 0x20 { reading.last = byte }
            try input.advance()
            if reading.stack.isEmpty { return reading.flaw.map { .bad($0) } ?? .record(reading.bytes) }
        }
        frames = []
        return .bad("the file ends in the middle of it")
    }

    /// A string from quote to quote; a line's end, which none may hold, ends it too.
    private mutating func string(into reading: inout Reading) throws(ByteReader.Failure) {
        let start = reading.bytes.count
        reading.append(UInt8(ascii: "\""))
        try input.advance()
        reading.last = UInt8(ascii: "\"")
        while let byte = input.current {
            if byte == UInt8(ascii: "\n") {
                reading.flaw = "a string without its end"
                return
            }
            reading.append(byte)
            try input.advance()
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\"), let escaped = input.current, escaped != UInt8(ascii: "\n") {
                reading.append(escaped)
                try input.advance()
            }
        }
        if reading.stack.count == 1 { reading.name = start..<reading.bytes.count }
    }
}
