/// The type of a field's value. The live service also sent null for many fields.
enum FieldType {
    /// A string. Some recordings have numbers for codes; they are sent as strings, as by the live service: clients
    /// parse nothing else, and some would round a number of 17 digits.
    case text
    /// A point in time, as a string.
    case time
    /// A number. Some recordings have strings.
    case number
    case object
    /// A list of objects.
    case list

    /// Converts a recorded value to this type; nil if it cannot. Integers lose a fraction of zeros: clients that expect
    /// an integer parse nothing else.
    func converted(_ value: JSON) -> JSON? {
        switch (self, value) {
        case (_, .null), (.text, .string), (.time, .string), (.object, .object): value
        case (.text, .number(let digits)): .string(Self.normalized(digits))
        case (.number, .number(let digits)): .number(Self.normalized(digits))
        case (.number, .string(let digits)):
            Digits.decimal(Self.normalized(digits)).map { _ in .string(Self.normalized(digits)) }
        case (.list, .array(let elements)): .array(elements.filter(\.isObject))
        default: nil
        }
    }

    /// Removes a fraction of zeros.
    private static func normalized(_ digits: String) -> String { Digits.integer(digits).map { String($0) } ?? digits }
}

extension JSON {
    fileprivate var isObject: Bool {
        guard case .object = self else { return false }
        return true
    }
}
