/// The type of a field's value. The live service sent null in many of them, too.
enum FieldForm {
    /// Codes came as numbers as well. They are sent as text, as the live service did: clients read nothing else, and
    /// some would round a number of 17 digits.
    case text
    /// A point in time, as text.
    case time
    /// Numbers were kept as text as well.
    case number
    case object
    /// Every list of an object's own fields holds objects.
    case list

    /// Returns the value as far as a field of this form can have it; nil if it cannot. Whole numbers are spelled as such:
    /// clients that count on one read no other.
    func reading(_ value: JSON) -> JSON? {
        switch (self, value) {
        case (_, .null), (.text, .string), (.time, .string), (.object, .object): value
        case (.text, .number(let digits)): .string(Self.whole(digits))
        case (.number, .number(let digits)): .number(Self.whole(digits))
        case (.number, .string(let digits)): Digits.decimal(Self.whole(digits)).map { _ in .string(Self.whole(digits)) }
        case (.list, .array(let elements)): .array(elements.filter(\.isObject))
        default: nil
        }
    }

    /// Without the fraction that a whole number does not need.
    private static func whole(_ digits: String) -> String { Digits.whole(digits).map { String($0) } ?? digits }
}

extension JSON {
    fileprivate var isObject: Bool {
        guard case .object = self else { return false }
        return true
    }
}
