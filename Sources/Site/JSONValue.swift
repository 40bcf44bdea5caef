import Basics

/// A JSON value (RFC 8259). Objects keep the order of their members.
indirect enum JSONValue: Sendable {
    case string(String)
    case number(Int)
    case array([JSONValue])
    case object([(name: String, value: JSONValue)])

    var bytes: [UInt8] {
        switch self {
        case .string(let text): JSONText.quoted(text)
        case .number(let number): Array(String(number).utf8)
        case .array(let values): Self.joined(values.lazy.map(\.bytes), "[", "]")
        case .object(let members): Self.joined(members.lazy.map { JSONText.quoted($0) + ":".utf8 + $1.bytes }, "{", "}")
        }
    }

    private static func joined(_ parts: some Sequence<[UInt8]>, _ start: String, _ end: String) -> [UInt8] {
        Array(start.utf8) + parts.joined(separator: ",".utf8) + end.utf8
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    init(stringLiteral text: String) { self = .string(text) }
    init(arrayLiteral values: JSONValue...) { self = .array(values) }
    init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members.map { $0 }) }
}
