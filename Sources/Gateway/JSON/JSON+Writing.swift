extension JSON {
    /// Stands in written JSON for the service's own address; no JSON text holds this byte unescaped.
    static let addressMark: UInt8 = 0x01

    /// Appends the value without any white space.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let spelling): bytes.append(contentsOf: spelling.utf8)
        case .string(let text): Self.write(text, to: &bytes)
        case .array(let elements): Self.write(elements, to: &bytes)
        case .object(let members): Self.write(members, to: &bytes)
        case .local(let path):
            bytes.append(contentsOf: [UInt8(ascii: "\""), Self.addressMark])
            bytes.append(contentsOf: path.utf8)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    private static func write(_ elements: [JSON], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            element.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func write(_ members: [Member], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(member.name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            member.value.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends a quoted string; only quotes, backslashes and control characters are escaped (RFC 8259 section 7).
    static func write(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { write($0, to: &bytes) }
    }

    /// The same for the bytes of a text in UTF-8.
    static func write(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var rest = text[...]
        // Most texts hold nothing that is escaped.
        while let special = rest.firstIndex(where: isEscaped) {
            bytes.append(contentsOf: rest[..<special])
            escape(rest[special], to: &bytes)
            rest = rest[(special + 1)...]
        }
        bytes.append(contentsOf: rest)
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func escape(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(hexadecimal(byte >> 4))
            bytes.append(hexadecimal(byte & 15))
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}
