import Basics

extension JSON {
    /// The name of the member with an object's syntax error; it cannot be the name of another member.
    static let syntaxErrorKey = "\u{0}syntaxError"

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
