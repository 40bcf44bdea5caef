extension RecordScanner {
    /// Reads over a member of an envelope, unless its value is where the records are.
    mutating func member() throws(ByteReader.Failure) {
        let name = try text()
        while let byte = input.current, byte <= 0x20 || byte == UInt8(ascii: ":") { try input.advance() }
        let isBracket = input.current == UInt8(ascii: "[") || input.current == UInt8(ascii: "{")
        if isBracket, name == "results" || name == "data" { return }
        try value()
    }

    /// Reads over what cannot be a record: the rest of the line outside of everything, else one value.
    mutating func skip(because reason: String) throws(ByteReader.Failure) -> Found {
        guard frames.isEmpty else {
            try value()
            return .bad(reason)
        }
        while let byte = input.current, byte != UInt8(ascii: "\n") { try input.advance() }
        return .bad(reason)
    }

    /// Reads over one value, or up to what is around it.
    private mutating func value() throws(ByteReader.Failure) {
        var depth = 0
        while let byte = input.current {
            switch byte {
            case UInt8(ascii: "\""):
                _ = try text()
                if depth == 0 { return }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                if depth == 0 { return try input.advance() }
            case UInt8(ascii: ",") where depth == 0: return
            case UInt8(ascii: "\n") where isLines: return
            default: break
            }
            try input.advance()
        }
    }

    /// The bytes between two quotes, escapes as they are; no more than fit a member's name that matters.
    private mutating func text() throws(ByteReader.Failure) -> String {
        var bytes: [UInt8] = []
        try input.advance()
        while let byte = input.current, byte != UInt8(ascii: "\n") {
            try input.advance()
            if byte == UInt8(ascii: "\"") { break }
            if bytes.count < 16 { bytes.append(byte) }
            if byte == UInt8(ascii: "\\"), input.current != UInt8(ascii: "\n") { try input.advance() }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
