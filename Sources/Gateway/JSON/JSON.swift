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

    /// A name-value pair of an object.
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

    var double: Double? {
        guard case .number(let spelling) = self else { return nil }
        return Double(spelling)
    }

    var elements: [JSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }
}
