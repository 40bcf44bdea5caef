import Basics

enum RecordField {
    case id
    /// A plain field, and its value if it is missing.
    case plain(String, FieldType, default: JSON)
    case resourceURI
    /// The first related objects of a kind, with their total.
    case summary(Kind)

    var name: String {
        switch self {
        case .id: "id"
        case .plain(let name, _, _): name
        case .resourceURI: "resourceURI"
        case .summary(let kind): kind.rawValue
        }
    }

    /// Parses an element of `Kind.fieldNames`.
    fileprivate init(_ name: Substring) {
        switch name {
        case "id": self = .id
        case "resourceURI": self = .resourceURI
        // The live service's value for an unknown time: zero seconds, in New York's time.
        case "modified": self = .plain("modified", .time, default: "1969-12-31T19:00:00-0500")
        case "start", "end": self = .plain(String(name), .time, default: .null)
        case "description?": self = .plain("description", .text, default: .null)
        case "digitalId", "issueNumber", "pageCount", "startYear", "endYear":
            self = .plain(String(name), .number, default: .integer(0))
        case "thumbnail", "series", "originalIssue", "next", "previous":
            self = .plain(String(name), .object, default: .null)
        case "urls", "textObjects", "variants", "collections", "collectedIssues", "dates", "prices", "images",
            "allies", "enemies":
            self = .plain(String(name), .list, default: .array([]))
        default:
            let kind = name.first == "+" ? Kind(rawValue: String(name.dropFirst())) : nil
            self = kind.map(RecordField.summary) ?? .plain(String(name), .text, default: "")
        }
    }
}

extension Kind {
    /// All fields of an object of this kind, in the live service's order.
    var fields: [RecordField] { Self.fields[self] ?? [] }

    private static let fields = fieldNames.mapValues { $0.split(separator: " ").map { RecordField($0) } }

    /// The names of fields; summaries have a plus sign, and a description that may be null a question mark.
    private static let fieldNames: [Kind: String] = [
        .characters: "id name description modified thumbnail resourceURI +comics +series +stories +events urls",
        .comics: """
        id digitalId title issueNumber variantDescription description? modified isbn upc diamondCode ean issn format \
        pageCount textObjects resourceURI urls series variants collections collectedIssues dates prices thumbnail \
        images +creators +characters +stories +events
        """,
        .creators: """
        id firstName middleName lastName suffix fullName modified thumbnail resourceURI +comics +series +stories \
        +events urls
        """,
        .events: """
        id title description resourceURI urls modified start end thumbnail +creators +characters +stories +comics \
        +series next previous
        """,
        .series: """
        id title description? resourceURI urls startYear endYear rating type modified thumbnail +creators \
        +characters +stories +comics +events next previous
        """,
        .stories: """
        id title description resourceURI type modified thumbnail +creators +characters +series +comics +events \
        originalIssue
        """,
        .teams: "id name description startYear modified thumbnail resourceURI allies enemies +characters",
    ]

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
