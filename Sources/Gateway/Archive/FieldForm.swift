/// What kind of value a field has. The live service sent null in many of them, too.
enum FieldForm {
    /// Codes came as numbers as well.
    case text
    /// A point in time, as text.
    case time
    /// Numbers were kept as text as well.
    case number
    case object
    /// Every list of an object's own fields holds objects.
    case list

    /// The value as far as a field of this form can have it; nil where it cannot.
    func reading(_ value: JSON) -> JSON? {
        switch (self, value) {
        case (_, .null), (.text, .string), (.text, .number), (.time, .string), (.number, .number), (.object, .object):
            value
        case (.number, .string(let digits)): Digits.decimal(digits) == nil ? nil : value
        case (.list, .array(let elements)): .array(elements.filter(\.isObject))
        default: nil
        }
    }
}

extension JSON {
    fileprivate var isObject: Bool {
        guard case .object = self else { return false }
        return true
    }
}
