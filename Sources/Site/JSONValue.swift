import Basics

/// A JSON value (RFC 8259). Objects keep the order of their members.
indirect enum JSONValue: Sendable {
    case string(String)
    case number(Int)
    case array([JSONValue])
    case object([(name: String, value: JSONValue)])

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .string(let text): JSONText.append(text, to: &bytes)
        case .number(let number): bytes += String(number).utf8
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONText.append(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    init(stringLiteral text: String) { self = .string(text) }
    init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members.map { $0 }) }
}
