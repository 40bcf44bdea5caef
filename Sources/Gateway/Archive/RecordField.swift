/// A field of an object in the wire format.
enum RecordField {
    case id
    /// A plain field, and its value if it is missing.
    case plain(String, FieldType, default: JSON)
    case resourceURI
    /// The first related objects of a kind, with their total.
    case summary(Kind)

    static func text(_ name: String) -> RecordField { .plain(name, .text, default: .string("")) }
    static func list(_ name: String) -> RecordField { .plain(name, .list, default: .array([])) }
    static func optional(_ name: String, _ type: FieldType) -> RecordField { .plain(name, type, default: .null) }
    static func object(_ name: String) -> RecordField { .optional(name, .object) }
    static func number(_ name: String) -> RecordField { .plain(name, .number, default: .integer(0)) }

    /// The live service's value for an unknown time: zero seconds, in New York's time.
    static let modified = RecordField.plain("modified", .time, default: .string("1969-12-31T19:00:00-0500"))
}

extension Kind {
    /// All fields of an object of this kind, in the live service's order.
    var fields: [RecordField] {
        switch self {
        case .characters:
            [
                .id, .text("name"), .text("description"), .modified, .object("thumbnail"), .resourceURI,
                .summary(.comics), .summary(.series), .summary(.stories), .summary(.events), .list("urls"),
            ]
        case .comics: Self.comicFields
        case .creators:
            [
                .id, .text("firstName"), .text("middleName"), .text("lastName"), .text("suffix"), .text("fullName"),
                .modified, .object("thumbnail"), .resourceURI, .summary(.comics), .summary(.series),
                .summary(.stories), .summary(.events), .list("urls"),
            ]
        case .events: Self.eventFields
        case .series: Self.seriesFields
        case .stories:
            [
                .id, .text("title"), .text("description"), .resourceURI, .text("type"), .modified,
                .object("thumbnail"), .summary(.creators), .summary(.characters), .summary(.series),
                .summary(.comics), .summary(.events), .object("originalIssue"),
            ]
        case .teams: [.id, .text("name"), .text("description"), .modified, .resourceURI, .summary(.characters)]
        }
    }

    private static var eventFields: [RecordField] {
        [
            .id, .text("title"), .text("description"), .resourceURI, .list("urls"), .modified,
            .optional("start", .time), .optional("end", .time), .object("thumbnail"), .summary(.creators),
            .summary(.characters), .summary(.stories), .summary(.comics), .summary(.series), .object("next"),
            .object("previous"),
        ]
    }

    private static var seriesFields: [RecordField] {
        [
            .id, .text("title"), .optional("description", .text), .resourceURI, .list("urls"), .number("startYear"),
            .number("endYear"), .text("rating"), .text("type"), .modified, .object("thumbnail"),
            .summary(.creators), .summary(.characters), .summary(.stories), .summary(.comics), .summary(.events),
            .object("next"), .object("previous"),
        ]
    }

    private static var comicFields: [RecordField] {
        [
            .id, .number("digitalId"), .text("title"), .number("issueNumber"), .text("variantDescription"),
            .optional("description", .text), .modified, .text("isbn"), .text("upc"), .text("diamondCode"), .text("ean"),
            .text("issn"), .text("format"), .number("pageCount"), .list("textObjects"), .resourceURI, .list("urls"),
            .object("series"), .list("variants"), .list("collections"), .list("collectedIssues"), .list("dates"),
            .list("prices"), .object("thumbnail"), .list("images"), .summary(.creators), .summary(.characters),
            .summary(.stories), .summary(.events),
        ]
    }

    /// The field with the object's name or title.
    var nameField: String {
        switch self {
        case .characters, .teams: "name"
        case .creators: "fullName"
        case .comics, .events, .series, .stories: "title"
        }
    }
}

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
        case (.list, .array(let elements)): .array(elements.filter { if case .object = $0 { true } else { false } })
        default: nil
        }
    }

    /// Removes a fraction of zeros.
    private static func normalized(_ digits: String) -> String { Digits.integer(digits).map { String($0) } ?? digits }
}
