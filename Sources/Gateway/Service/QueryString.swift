/// The parameters of a query, decoded (WHATWG URL, application/x-www-form-urlencoded).
struct QueryString: Sendable {
    /// In the order in which they were sent.
    let parameters: [(name: String, value: String)]

    init(_ query: Substring) {
        parameters = query.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            return (Self.decode(name), Self.decode(pair.dropFirst(name.count + 1)))
        }
    }

    /// The value of the last parameter with that name.
    subscript(name: String) -> String? { parameters.last { $0.name == name }?.value }

    /// The same with every list in one piece, at its first place: some clients repeat a name for each element.
    func joining(_ lists: (String) -> Bool) -> [(name: String, value: String)] {
        var joined: [(name: String, value: String)] = []
        for parameter in parameters {
            if lists(parameter.name), let place = joined.firstIndex(where: { $0.name == parameter.name }) {
                joined[place].value += ",\(parameter.value)"
            } else {
                joined.append(parameter)
            }
        }
        return joined
    }

    /// Percent signs without two hexadecimal digits stay; bytes that are no UTF-8 become U+FFFD.
    static func decode(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool = true) -> String {
        let bytes = Array(bytes)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(plusIsSpace && bytes[index] == UInt8(ascii: "+") ? 0x20 : bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
