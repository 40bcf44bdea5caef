import Basics

/// A JSON value (RFC 8259) that preserves the order of members and the spelling of numbers.
enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as spelled, so it is not rounded.
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])
    /// The path of a URL on this service; the base URL is added when it is sent.
    case localURL(String)

    struct Member: Hashable, Sendable {
        let name: String
        let value: JSON

        init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    static func integer(_ value: Int) -> JSON { .number(String(value)) }

    /// Returns a number in its shortest spelling; integers without a fraction.
    static func decimal(_ value: Double) -> JSON {
        guard let integer = Int(exactly: value) else { return .number(String(value)) }
        return .integer(integer)
    }

    /// Returns the value of the first member with that name; nil if there is none or this is not an object.
    subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The text of a string or the spelling of a number: recorded codes are either.
    var textOrNumber: String? {
        switch self {
        case .string(let text), .number(let text): text
        default: nil
        }
    }

    var int: Int? {
        guard case .number(let spelling) = self else { return nil }
        return Int(spelling)
    }

    /// The value of a number; nil if it is too large.
    var double: Double? {
        guard case .number(let spelling) = self, let value = Double(spelling), value.isFinite else { return nil }
        return value
    }

    var elements: [JSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    init(stringLiteral text: String) { self = .string(text) }
    init(dictionaryLiteral members: (String, JSON)...) { self = .object(members.map(Member.init)) }
}

extension JSON {
    /// The name of the member with an object's syntax error; it cannot be the name of another member.
    static let syntaxErrorKey = "\u{0}syntaxError"

    /// The byte in place of the service's base URL in written JSON; valid JSON never contains it unescaped.
    static let baseURLMark: UInt8 = 0x01

    /// The value as a text without white space.
    var spelling: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the value without white space.
    func write(to bytes: inout [UInt8]) {
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
    static func write<Elements: Collection>(
        _ elements: Elements, to bytes: inout [UInt8], _ write: (Elements.Element, inout [UInt8]) -> Void
    ) {
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element, &bytes)
        }
    }
}

extension JSON.Member {
    func write(to bytes: inout [UInt8]) {
        JSONText.append(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &bytes)
    }
}
