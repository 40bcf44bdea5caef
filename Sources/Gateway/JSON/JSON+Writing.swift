import Basics

extension JSON {
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
        case .array(let elements): Self.write(elements, to: &bytes)
        case .object(let members): Self.write(members, to: &bytes)
        case .localURL(let path):
            bytes.append(contentsOf: [UInt8(ascii: "\""), Self.baseURLMark])
            bytes.append(contentsOf: JSONText.quoted(path).dropFirst())
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
            JSONText.append(member.name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            member.value.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }
}
