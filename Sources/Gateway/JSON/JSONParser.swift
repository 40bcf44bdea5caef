/// The first syntax error in a JSON text.
struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    let line: Int
    let reason: String

    var description: String { "line \(line): \(reason)" }
}

/// A parser of one JSON text (RFC 8259), with nesting up to `depthLimit`.
struct JSONParser {
    static let depthLimit = 128

    let bytes: [UInt8]
    var position = 0
    var depth = 0

    /// Parses the bytes as one value.
    static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSON {
        var parser = JSONParser(bytes: bytes)
        // Some editors write a byte order mark, which JSON does not allow.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
        let value = try parser.value()
        parser.skipSpace()
        guard parser.position == bytes.count else { throw parser.error("there is more text after the value") }
        return value
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The byte at the position; 0 at the end, which is invalid everywhere in JSON.
    var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    func error(_ reason: String) -> JSONError {
        let line = bytes[..<min(position, bytes.count)].count { $0 == 0x0A } + 1
        return JSONError(line: line, reason: reason)
    }

    mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    mutating func value() throws(JSONError) -> JSON {
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object() throws(JSONError) -> JSON {
        var members: [JSON.Member] = []
        try open()
        while try hasMore(before: UInt8(ascii: "}"), isFirst: members.isEmpty) {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw error("a member's name is missing") }
            let name = try string()
            skipSpace()
            guard current == UInt8(ascii: ":") else { throw error("a colon is missing after \"\(name)\"") }
            position += 1
            members.append(JSON.Member(name, try value()))
        }
        return .object(members)
    }

    private mutating func array() throws(JSONError) -> JSON {
        var elements: [JSON] = []
        try open()
        while try hasMore(before: UInt8(ascii: "]"), isFirst: elements.isEmpty) { elements.append(try value()) }
        return .array(elements)
    }

    private mutating func open() throws(JSONError) {
        depth += 1
        guard depth <= Self.depthLimit else { throw error("nested deeper than \(Self.depthLimit)") }
        position += 1
    }

    /// Skips the closing bracket, or the comma before another value; returns true before a value.
    private mutating func hasMore(before bracket: UInt8, isFirst: Bool) throws(JSONError) -> Bool {
        skipSpace()
        if current == bracket {
            depth -= 1
            position += 1
            return false
        }
        guard !isFirst else { return true }
        guard current == UInt8(ascii: ",") else { throw error("a comma or a closing bracket is missing") }
        position += 1
        return true
    }

    private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
        guard bytes[position...].starts(with: word.utf8) else { throw error("an unknown word") }
        position += word.utf8.count
        return value
    }
}
