/// One field of an object, at its place in the order in which the live service sent them.
enum Field {
    case id
    /// A field the object brings itself, and what stands there where it brings none.
    case own(String, absent: JSON)
    case resourceURI
    /// The first related objects of a kind, with how many there are.
    case summary(Kind)

    static func text(_ name: String) -> Field { .own(name, absent: .string("")) }
    static func list(_ name: String) -> Field { .own(name, absent: .array([])) }
    static func optional(_ name: String) -> Field { .own(name, absent: .null) }
    static func number(_ name: String) -> Field { .own(name, absent: .integer(0)) }

    /// The live service's word for a time it did not know: zero seconds, told in New York.
    static let modified = Field.own("modified", absent: .string("1969-12-31T19:00:00-0500"))
}

extension Kind {
    /// Every field of an object of this kind, in order.
    var fields: [Field] {
        switch self {
        case .characters:
            [
                .id, .text("name"), .text("description"), .modified, .optional("thumbnail"), .resourceURI,
                .summary(.comics), .summary(.series), .summary(.stories), .summary(.events), .list("urls"),
            ]
        case .comics: Self.comicFields
        case .creators:
            [
                .id, .text("firstName"), .text("middleName"), .text("lastName"), .text("suffix"), .text("fullName"),
                .modified, .optional("thumbnail"), .resourceURI, .summary(.comics), .summary(.series),
                .summary(.stories), .summary(.events), .list("urls"),
            ]
        case .events: Self.eventFields
        case .series: Self.seriesFields
        case .stories:
            [
                .id, .text("title"), .text("description"), .resourceURI, .text("type"), .modified,
                .optional("thumbnail"), .summary(.creators), .summary(.characters), .summary(.series),
                .summary(.comics), .summary(.events), .optional("originalIssue"),
            ]
        }
    }

    private static var eventFields: [Field] {
        [
            .id, .text("title"), .text("description"), .resourceURI, .list("urls"), .modified,
            .optional("start"), .optional("end"), .optional("thumbnail"), .summary(.creators),
            .summary(.characters), .summary(.stories), .summary(.comics), .summary(.series), .optional("next"),
            .optional("previous"),
        ]
    }

    private static var seriesFields: [Field] {
        [
            .id, .text("title"), .optional("description"), .resourceURI, .list("urls"), .number("startYear"),
            .number("endYear"), .text("rating"), .text("type"), .modified, .optional("thumbnail"),
            .summary(.creators), .summary(.characters), .summary(.stories), .summary(.comics), .summary(.events),
            .optional("next"), .optional("previous"),
        ]
    }

    private static var comicFields: [Field] {
        [
            .id, .number("digitalId"), .text("title"), .number("issueNumber"), .text("variantDescription"),
            .optional("description"), .modified, .text("isbn"), .text("upc"), .text("diamondCode"), .text("ean"),
            .text("issn"), .text("format"), .number("pageCount"), .list("textObjects"), .resourceURI, .list("urls"),
            .optional("series"), .list("variants"), .list("collections"), .list("collectedIssues"), .list("dates"),
            .list("prices"), .optional("thumbnail"), .list("images"), .summary(.creators), .summary(.characters),
            .summary(.stories), .summary(.events),
        ]
    }

    /// The field that names an object of this kind.
    var nameField: String {
        switch self {
        case .characters: "name"
        case .creators: "fullName"
        case .comics, .events, .series, .stories: "title"
        }
    }
}
