import Basics

/// A JSON value with the order of its fields, written with the escapes of Comic Vine.
package indirect enum ComicVineValue: Sendable {
    case null
    case bool(Bool)
    case number(Int)
    case text(String)
    case list([ComicVineValue])
    case object([(name: String, value: ComicVineValue)])

    /// Returns the text, or null.
    static func optional(_ text: String?) -> ComicVineValue { text.map(ComicVineValue.text) ?? .null }

    /// The value as JSON.
    package var json: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let value): bytes += String(value).utf8
        case .text(let value): Self.append(value, to: &bytes)
        case .list(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let fields):
            bytes.append(UInt8(ascii: "{"))
            for (index, field) in fields.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.append(field.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                field.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Appends a string in which slashes and everything beyond ASCII are escaped.
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for unit in text.utf16 {
            switch unit {
            case 0x2F, 0x22, 0x5C: bytes += [0x5C, UInt8(unit)]
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x20..<0x7F: bytes.append(UInt8(unit))
            default:
                bytes += "\\u".utf8
                Hex.append(UInt8(unit >> 8), to: &bytes)
                Hex.append(UInt8(unit & 0xFF), to: &bytes)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension ComicVineValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int) { self = .number(value) }
    package init(nilLiteral: ()) { self = .null }
}
