/// A filter parameter of a list.
enum ListFilter: Sendable {
    /// Equality with a text, folded or (for codes) exact.
    case equals([String]), exact(String)
    /// Equality with the title of a comic or of its series.
    case title
    /// A prefix of a folded text.
    case prefix(String)
    case modifiedSince
    case integer(String), decimal(String)
    /// One of these words, ignoring case.
    case choice(String, [String])
    /// A relation to at least one of the objects, or to each of them.
    case anyOf(Kind), allOf(Kind)
    /// A condition that applies only if the value is true.
    case flag(ListQuery.Condition)
    case formatType, contains
    case dateDescriptor, dateRange

    /// True if the value is a comma-separated list.
    var isList: Bool {
        switch self {
        case .anyOf, .allOf, .contains, .dateRange: true
        default: false
        }
    }
}

extension Kind {
    /// The filters of a list of this kind, by parameter name.
    var filters: [String: ListFilter] {
        var filters: [String: ListFilter] = ["modifiedSince": .modifiedSince]
        for kind in Kind.allCases where kind != self { filters[kind.rawValue] = .anyOf(kind) }
        return filters.merging(ownFilters) { _, own in own }
    }

    private var ownFilters: [String: ListFilter] {
        switch self {
        case .characters, .events: ["name": .equals(["folded"]), "nameStartsWith": .prefix("folded")]
        case .comics: Self.comicFilters
        case .creators:
            [
                "firstName": .equals(["first"]), "middleName": .equals(["middle"]), "lastName": .equals(["last"]),
                "suffix": .equals(["suffix"]), "nameStartsWith": .prefix("folded"),
                "firstNameStartsWith": .prefix("first"), "middleNameStartsWith": .prefix("middle"),
                "lastNameStartsWith": .prefix("last"),
            ]
        case .series:
            [
                "title": .equals(["folded", "bare"]), "titleStartsWith": .prefix("folded"),
                "startYear": .integer("startYear"),
                "seriesType": .choice("type", ["collection", "one shot", "limited", "ongoing"]), "contains": .contains,
            ]
        case .stories: [:]
        }
    }

    private static var comicFilters: [String: ListFilter] {
        [
            "format": .choice("format", ComicFormat.all), "formatType": .formatType,
            "noVariants": .flag(ListQuery.Condition("variant", test: .equal(0))),
            "dateDescriptor": .dateDescriptor, "dateRange": .dateRange, "title": .title,
            "titleStartsWith": .prefix("folded"), "startYear": .integer("startYear"),
            "issueNumber": .decimal("issueNumber"), "digitalId": .integer("digitalId"),
            "diamondCode": .exact("diamondCode"), "upc": .exact("upc"), "isbn": .exact("isbn"), "ean": .exact("ean"),
            "issn": .exact("issn"), "hasDigitalIssue": .flag(ListQuery.Condition("digitalId", test: .atLeast(1))),
            "sharedAppearances": .allOf(.characters),
            "collaborators": .allOf(.creators),
        ]
    }

    /// The columns a list of this kind can be ordered by, by their names in orderBy; `rank` if it is exactly the
    /// default order.
    var orderings: [String: String] {
        switch self {
        case .characters: ["name": "rank", "modified": "modified"]
        case .comics:
            [
                "focDate": "foc", "onsaleDate": "onsale", "title": "titleRank", "issueNumber": "issueNumber",
                "modified": "modified",
            ]
        case .creators:
            [
                "lastName": "last", "firstName": "first", "middleName": "middle", "suffix": "suffix",
                "modified": "modified",
            ]
        case .events: ["name": "rank", "startDate": "start", "modified": "modified"]
        case .series: ["title": "rank", "modified": "modified", "startYear": "startYear"]
        case .stories: ["id": "rank", "modified": "modified"]
        }
    }
}

/// The formats of comics, as in filter values.
enum ComicFormat {
    static let comics = ["comic", "magazine", "digital comic", "infinite comic"]
    static let collections = ["trade paperback", "hardcover", "digest", "graphic novel"]
    static let all = comics + collections

    /// Returns the bit of a format in the column of a series' formats; 0 for an unknown one.
    static func bit(_ format: String) -> Int { all.firstIndex(of: format).map { 1 << $0 } ?? 0 }
}
