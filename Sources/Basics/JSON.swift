/// A JSON value (RFC 8259) that preserves the order of members and the spelling of numbers.
package enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as spelled, so it is not rounded.
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])
    /// The path of a URL of this service; the base URL is inserted at `baseURLMark` when the text is sent.
    case localURL(String)

    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSON

        package init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    package static func integer(_ value: Int) -> JSON { .number(String(value)) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    package init(stringLiteral text: String) { self = .string(text) }
    package init(dictionaryLiteral members: (String, JSON)...) { self = .object(members.map(Member.init)) }
}

extension JSON {
    /// The byte in place of the service's base URL in written JSON; valid JSON never contains it unescaped.
    package static let baseURLMark: UInt8 = 0x01

    /// The value in UTF-8, without white space.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    /// The value as a text without white space.
    package var spelling: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends the value without white space.
    package func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let spelling): bytes.append(contentsOf: spelling.utf8)
        case .string(let text): JSONText.append(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            Self.write(elements, to: &bytes) { $0.write(to: &$1) }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            Self.write(members, to: &bytes) { $0.write(to: &$1) }
            bytes.append(UInt8(ascii: "}"))
        case .localURL(let path):
            bytes.append(contentsOf: [UInt8(ascii: "\""), Self.baseURLMark])
            bytes.append(contentsOf: JSONText.quoted(path).dropFirst())
        }
    }

    /// Appends elements separated by commas.
    package static func write<Elements: Collection>(
        _ elements: Elements, to bytes: inout [UInt8], _ write: (Elements.Element, inout [UInt8]) -> Void
    ) {
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element, &bytes)
        }
    }
}

extension JSON.Member {
    package func write(to bytes: inout [UInt8]) {
        JSONText.append(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &bytes)
    }
}
