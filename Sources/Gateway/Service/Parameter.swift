/// The meaning of one parameter of a list.
enum Parameter: Sendable {
    /// Compares a whole text, folded or (for codes) letter by letter.
    case whole([String]), exact(String)
    /// Compares the title of a comic or of its series.
    case title
    /// Compares the beginning of a folded text.
    case start(String)
    case modifiedSince
    case integer(String), decimal(String)
    /// One of these words, without case.
    case choice(String, [String])
    /// Only objects that are related to at least one of these, or to each of them.
    case anyOf(Kind), allOf(Kind)
    /// A condition that counts only if it is asked for.
    case flag(ListQuery.Condition)
    case formatType, contains
    case dateDescriptor, dateRange

    /// Whether its value is a list with commas.
    var isList: Bool {
        switch self {
        case .anyOf, .allOf, .contains, .dateRange: true
        default: false
        }
    }
}

extension Kind {
    /// The filters of a list of this kind, by the names callers use.
    var filters: [String: Parameter] {
        var filters: [String: Parameter] = ["modifiedSince": .modifiedSince]
        for kind in Kind.allCases where kind != self { filters[kind.rawValue] = .anyOf(kind) }
        return filters.merging(ownFilters) { _, own in own }
    }

    private var ownFilters: [String: Parameter] {
        switch self {
        case .characters, .events: ["name": .whole(["folded"]), "nameStartsWith": .start("folded")]
        case .comics: Self.comicFilters
        case .creators:
            [
                "firstName": .whole(["first"]), "middleName": .whole(["middle"]), "lastName": .whole(["last"]),
                "suffix": .whole(["suffix"]), "nameStartsWith": .start("folded"),
                "firstNameStartsWith": .start("first"), "middleNameStartsWith": .start("middle"),
                "lastNameStartsWith": .start("last"),
            ]
        case .series:
            [
                "title": .whole(["folded", "bare"]), "titleStartsWith": .start("folded"),
                "startYear": .integer("startYear"),
                "seriesType": .choice("type", ["collection", "one shot", "limited", "ongoing"]), "contains": .contains,
            ]
        case .stories: [:]
        }
    }

    private static var comicFilters: [String: Parameter] {
        [
            "format": .choice("format", ComicFormat.all), "formatType": .formatType,
            "noVariants": .flag(ListQuery.Condition("variant", test: .equal(0))),
            "dateDescriptor": .dateDescriptor, "dateRange": .dateRange, "title": .title,
            "titleStartsWith": .start("folded"), "startYear": .integer("startYear"),
            "issueNumber": .decimal("issueNumber"), "digitalId": .integer("digitalId"),
            "diamondCode": .exact("diamondCode"), "upc": .exact("upc"), "isbn": .exact("isbn"), "ean": .exact("ean"),
            "issn": .exact("issn"), "hasDigitalIssue": .flag(ListQuery.Condition("digitalId", test: .atLeast(1))),
            "sharedAppearances": .allOf(.characters),
            "collaborators": .allOf(.creators),
        ]
    }

    /// The columns a list of this kind can be ordered by, by the names callers use; `rank` if that is the default order
    /// to the last.
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

/// The formats of comics, as the filters spell them.
enum ComicFormat {
    static let comics = ["comic", "magazine", "digital comic", "infinite comic"]
    static let collections = ["trade paperback", "hardcover", "digest", "graphic novel"]
    static let all = comics + collections

    /// The bit of a format in the column of a series' formats; 0 for an unknown one.
    static func bit(_ format: String) -> Int { all.firstIndex(of: format).map { 1 << $0 } ?? 0 }
}
