/// A JSON value (RFC 8259) that keeps the order of members and the spelling of numbers.
enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as it was spelled, so that none is rounded.
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])
    /// A URL on this service from its path on; the prefix is known only when it is sent.
    case local(String)

    /// One name and value of an object.
    struct Member: Hashable, Sendable {
        let name: String
        let value: JSON

        init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    static func integer(_ value: Int) -> JSON { .number(String(value)) }

    /// A number in its shortest spelling; whole numbers without a fraction.
    static func decimal(_ value: Double) -> JSON {
        guard let whole = Int(exactly: value) else { return .number(String(value)) }
        return .integer(whole)
    }

    /// The value of the first member with that name; nil if this is no object or has none.
    subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The text of a string or the spelling of a number: codes come as either.
    var code: String? {
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
