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
        case .characters: "name"
        case .creators: "fullName"
        case .comics, .events, .series, .stories: "title"
        }
    }
}
