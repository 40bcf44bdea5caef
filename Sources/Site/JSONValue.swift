import Basics
import HTTP

/// A JSON value (RFC 8259) with the members of its objects in their order.
indirect enum JSONValue: Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([JSONValue])
    case object([(name: String, value: JSONValue)])

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .text(let text): bytes += JSONText.quoted(text)
        case .number(let number): bytes += String(number).utf8
        case .flag(let flag): bytes += String(flag).utf8
        case .list(let values):
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
                bytes += JSONText.quoted(member.name)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}
