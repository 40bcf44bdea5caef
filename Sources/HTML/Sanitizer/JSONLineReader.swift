/// Why a line is not answered with an output.
enum JSONLineError: Error, CustomStringConvertible {
    case notAnObject
    case malformed(at: Int)
    case tooDeep
    case noID
    case noPayload

    /// Whether the line was read to its end, so that its id can be trusted.
    var leavesID: Bool {
        if case .noPayload = self { true } else { false }
    }

    var description: String {
        switch self {
        case .notAnObject: "the line is no JSON object"
        case .malformed(let position): "the line is no valid JSON at byte \(position)"
        case .tooDeep: "the line nests more than \(JSONLineReader.maximumDepth) levels"
        case .noID: "\"id\" is missing, or neither a string nor a number"
        case .noPayload: "\"payload\" is missing or no string"
        }
    }
}

/// Reads `id` and `payload` of a JSON object (RFC 8259); of other members only the syntax is checked.
struct JSONLineReader {
    static let maximumDepth = 64

    /// The id as it was written.
    private(set) var id: ArraySlice<UInt8>?
    /// The payload, decoded; lone surrogates become U+FFFD.
    private(set) var payload: [UInt8]?

    let line: [UInt8]
    var position = 0

    /// Takes a line; a byte order mark before it is ignored (RFC 8259 section 8.1).
    init(_ line: [UInt8]) {
        self.line = line
        let mark = "\u{FEFF}".utf8
        if line.starts(with: mark) { position = mark.count }
    }

    /// Reads the whole line; where a name comes twice the last one counts.
    mutating func read() throws(JSONLineError) {
        guard next() == UInt8(ascii: "{") else { throw .notAnObject }
        position += 1
        if next() == UInt8(ascii: "}") {
            position += 1
        } else {
            try readMembers()
        }
        guard next() == nil else { throw .malformed(at: position) }
    }

    private mutating func readMembers() throws(JSONLineError) {
        while true {
            guard next() == UInt8(ascii: "\"") else { throw .malformed(at: position) }
            let name = try readString()
            try expect(UInt8(ascii: ":"))
            try readMember(name)
            guard next() == UInt8(ascii: ",") else { break }
            position += 1
        }
        try expect(UInt8(ascii: "}"))
    }

    private mutating func readMember(_ name: [UInt8]) throws(JSONLineError) {
        let first = next()
        let start = position
        if name.elementsEqual("payload".utf8) {
            payload = first == UInt8(ascii: "\"") ? try readString() : nil
            if payload == nil { try skipValue() }
        } else {
            try skipValue()
        }
        if name.elementsEqual("id".utf8) {
            let isScalar = first == UInt8(ascii: "\"") || first == UInt8(ascii: "-") || first?.isDigit == true
            id = isScalar ? line[start..<position] : nil
        }
    }

    /// Skips whitespace; the byte that follows, nil at the end.
    mutating func next() -> UInt8? {
        while position < line.count, [0x20, 0x09, 0x0A, 0x0D].contains(line[position]) { position += 1 }
        return position < line.count ? line[position] : nil
    }

    mutating func expect(_ byte: UInt8) throws(JSONLineError) {
        guard next() == byte else { throw .malformed(at: position) }
        position += 1
    }
}
