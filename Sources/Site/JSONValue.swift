import Basics

/// A JSON value (RFC 8259) with the members of its objects in their order.
indirect enum JSONValue: Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([JSONValue])
    case object([(name: String, value: JSONValue)])

    var bytes: [UInt8] {
        switch self {
        case .text(let text): JSONText.quoted(text)
        case .number(let number): Array(String(number).utf8)
        case .flag(let flag): Array(String(flag).utf8)
        case .list(let values): Self.joined(values.lazy.map(\.bytes), "[", "]")
        case .object(let members): Self.joined(members.lazy.map { JSONText.quoted($0) + ":".utf8 + $1.bytes }, "{", "}")
        }
    }

    private static func joined(_ parts: some Sequence<[UInt8]>, _ start: String, _ end: String) -> [UInt8] {
        Array(start.utf8) + parts.joined(separator: ",".utf8) + end.utf8
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    init(stringLiteral text: String) { self = .text(text) }
    init(arrayLiteral values: JSONValue...) { self = .list(values) }
    init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members.map { $0 }) }
}
